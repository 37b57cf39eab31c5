// node-postgres: both protocols, named statements, parameters, many queries in
// flight, sync() and its errors, LISTEN, types, cursors, COPY, transactions,
// cancel.
'use strict'
const { once } = require('events')
const { Readable } = require('stream')
const { pipeline } = require('stream/promises')
const { Client, Pool, Query } = require('pg')
const Cursor = require('pg-cursor')
const copy = require('pg-copy-streams')
const { ok, equal, fails, run } = require('./lib/tap.js')

const database = 'node'
const options = { database, options: '-c timezone=UTC' }
const revenue = view => `
  CREATE CONTINUOUS VIEW ${view} WITH (watermark_delay = '30 seconds') AS
  SELECT window_start, window_end, region, sum(total_gbp) AS revenue_gbp, count(*) AS orders
    FROM orders GROUP BY tumble(ordered_at, interval '5 minutes'), region`
const insert = 'INSERT INTO orders VALUES ($1, $2, $3, $4)'
const at = (hour, minute = 0, second = 0) => new Date(Date.UTC(2026, 5, 1, hour, minute, second))

async function connect (more) {
  const client = new Client({ ...options, ...more })
  await client.connect()
  return client
}

const value = async (c, text, values) => Object.values((await c.query(text, values)).rows[0])[0]
const exists = (c, view) => value(c, 'SELECT to_regclass($1) IS NOT NULL', [view])
const ordersOf = (c, view) => value(c, `SELECT coalesce(sum(orders), 0)::int FROM ${view}`)
const sync = (c, view, timeout) => c.query('SELECT continuous.sync($1, $2)', [view, timeout])

async function testCreate (c) {
  equal((await c.query(revenue('simple'))).command, 'CREATE', 'CREATE CONTINUOUS VIEW by the simple protocol')
  await c.query(`${revenue('one')}; ${revenue('two')}; SELECT continuous.watermark('one')`)
  ok(await exists(c, 'one') && await exists(c, 'two'), 'two in one simple query')
  await c.query({ text: revenue('extended'), queryMode: 'extended' })
  ok(await exists(c, 'extended'), 'by the extended protocol')
  const named = { name: 'create', text: revenue('named') }
  await c.query(named)
  await c.query('DROP VIEW named')
  await c.query(named)
  ok(await exists(c, 'named'), 'a named statement, executed again after DROP VIEW')
  await fails('42P07', '... and while the view is there', c.query(named))
  const reading = { name: 'reading', text: 'SELECT count(*)::int AS n FROM named' }
  await c.query(reading)
  await c.query({ name: 'replace', text: revenue('named').replace('CREATE', 'CREATE OR REPLACE') })
  equal((await c.query(reading)).rows, [{ n: 0 }], 'a named statement that reads outlives OR REPLACE')
  const error = await fails('08P01', 'no parameters in it',
    c.query(revenue('p').replace("interval '5 minutes'", '$1'), ['5 minutes']))
  await fails(error.code, '... as in any CREATE VIEW', c.query('CREATE VIEW p AS SELECT $1', ['5 minutes']))
  await c.query(revenue('quoted').replace("interval '5 minutes'", `interval ${c.escapeLiteral('5 minutes')}`))
  ok(await exists(c, 'quoted'), 'but what the client quotes')
  await sync(c, 'simple')
  for (const view of ['one', 'two', 'extended', 'named', 'quoted']) await c.query(`DROP VIEW ${view}`)
}

async function testErrors (c) {
  await fails('22023', 'an unknown option', c.query(revenue('bad').replace('watermark_delay', 'watermark_dalay')))
  await fails('0A000', 'a query that cannot be continuous',
    c.query("CREATE CONTINUOUS VIEW bad AS SELECT count(*) FROM orders GROUP BY tumble(ordered_at, '1 min'), ROLLUP (region)"))
  const text = 'CREATE CONTINUOUS VIEW "£" AS SELEKT 1'
  for (const queryMode of ['simple', 'extended']) {
    const error = await fails('42601', `a mistake behind the literal syntax, ${queryMode}`, c.query({ text, queryMode }))
    equal(error.position, String(text.indexOf('SELEKT') + 1), '... is found at its place')
  }
}

async function testRead (c) {
  await c.query(insert, [1, at(9, 1), 'north', '12.50'])
  await c.query(insert, [2, at(9, 2), 'south', 8])
  await c.query(insert, [3, at(9, 4), 'north', 30])
  await c.query(insert, [4, at(9, 7), null, '5.25'])
  for (let i = 0; i < 3; i++) await c.query({ name: 'sync', text: 'SELECT continuous.sync($1)', values: ['simple'] })
  ok(true, 'sync() as a named statement with a parameter, again and again')
  await sync(c, 'simple', { seconds: 60 })
  const query = { text: 'SELECT * FROM simple WHERE window_start >= $1 ORDER BY window_start, region', values: [at(9)] }
  const rows = [
    { window_start: at(9), window_end: at(9, 5), region: 'north', revenue_gbp: '42.50', orders: '2' },
    { window_start: at(9), window_end: at(9, 5), region: 'south', revenue_gbp: '8.00', orders: '1' },
    { window_start: at(9, 5), window_end: at(9, 10), region: null, revenue_gbp: '5.25', orders: '1' }
  ]
  equal((await c.query(query)).rows, rows, 'rows with their types')
  equal((await c.query({ ...query, rowMode: 'array' })).rows, rows.map(Object.values), '... as arrays')
  equal((await c.query({ ...query, binary: true })).rows.map(row => row.orders), ['2', '1', '1'], '... in binary')
  equal(await value(c, "SELECT continuous.watermark('simple')"), at(9, 6, 30), 'watermark()')
  await c.query(`CREATE CONTINUOUS VIEW spans AS SELECT tumble(ordered_at, '1 hour') AS span, array_agg(order_id::int) AS ids,
    jsonb_object_agg(order_id, region) AS regions, avg(total_gbp)::float8 AS mean FROM orders GROUP BY tumble(ordered_at, '1 hour')`)
  await sync(c, 'spans')
  equal((await c.query('SELECT * FROM spans')).rows, [{
    span: '["2026-06-01 09:00:00+00","2026-06-01 10:00:00+00")',
    ids: [1, 2, 3, 4],
    regions: { 1: 'north', 2: 'south', 3: 'north', 4: null },
    mean: 13.9375
  }], 'ranges, arrays, jsonb and floats')
}

async function testInFlight (c) {
  const before = await ordersOf(c, 'simple')
  const p = await connect({ pipeline: true })
  let results = await Promise.all([
    p.query(insert, [10, at(9, 8), 'east', 1]),
    p.query(insert, [11, at(9, 8), 'east', 1]),
    sync(p, 'simple'),
    ordersOf(p, 'simple'),
    p.query(revenue('piped')),
    sync(p, 'piped'),
    p.query({ name: 'read', text: 'SELECT sum(orders)::int AS orders FROM piped' })
  ])
  equal(results[3], before + 2, 'queries in flight: INSERT, sync(), SELECT')
  equal(results[6].rows, [{ orders: before + 2 }], '... and CREATE, sync(), SELECT')
  results = await Promise.allSettled([
    p.query(insert, [12, at(9, 8), 'east', 1]),
    p.query(revenue('broken').replace("'30 seconds'", "'30 lightyears'")),
    p.query({ name: 'sync', text: "SELECT continuous.sync('nothing')" }),
    p.query(insert, [13, at(9, 8), 'east', 1]),
    sync(p, 'simple'),
    ordersOf(p, 'simple')
  ])
  equal(results.map(result => result.reason?.code), [undefined, '22007', '42P01', undefined, undefined, undefined],
    'errors in the middle are those of their queries')
  equal(results[5].value, before + 4, '... and of no other')
  await p.end()
  const pool = new Pool({ ...options, max: 5 })
  await Promise.all(Array.from({ length: 50 }, (_, i) => pool.query(insert, [100 + i, at(9, 8), 'pool', 1])))
  await pool.query("SELECT continuous.sync('simple')")
  equal(await ordersOf(pool, 'simple'), before + 54, 'fifty from a pool of five connections')
  await pool.end()
}

async function testSyncErrors (c) {
  await fails('42P01', 'sync() of nothing', sync(c, 'nothing'))
  await fails('42809', 'sync() of a table', sync(c, 'orders'))
  const blocker = await connect()
  await blocker.query('BEGIN; LOCK TABLE simple_results IN ACCESS EXCLUSIVE MODE')
  await c.query(insert, [20, at(9, 9), 'west', 1])
  const error = await fails('57014', 'sync() with a timeout', sync(c, 'simple', '100 ms'))
  ok(/^timeout while waiting/.test(error.message), '... says that it is its own')
  const short = await connect({ statement_timeout: 100 })
  await fails('57014', 'sync() with statement_timeout', sync(short, 'simple'))
  await short.end()
  const query = new Query('SELECT continuous.sync($1)', ['simple'])
  const cancelled = new Promise((resolve, reject) => { query.callback = error => error ? reject(error) : resolve() })
  c.query(query)
  new Client(options).cancel(c, query)
  await fails('57014', 'sync() that is cancelled', cancelled)
  await blocker.query('ROLLBACK')
  await blocker.end()
  await sync(c, 'simple')
  await c.query("SELECT continuous.pause('simple')")
  await fails('55000', 'sync() of a view that is paused', sync(c, 'simple'))
  await c.query("SELECT continuous.resume('simple')")
}

async function testTransactions (c) {
  const before = await ordersOf(c, 'simple')
  await c.query('BEGIN')
  await c.query(revenue('undone'))
  await c.query('ROLLBACK')
  ok(!await exists(c, 'undone'), 'CREATE is rolled back')
  await c.query('BEGIN')
  await c.query(insert, [30, at(9, 9), 'north', 1])
  await sync(c, 'simple')
  equal(await ordersOf(c, 'simple'), before, 'sync() does not wait for rows of its own transaction')
  await c.query('SAVEPOINT s')
  await c.query(revenue('inside'))
  await fails('55000', '... nor for a view', sync(c, 'inside'))
  await c.query('ROLLBACK TO s')
  await c.query('COMMIT')
  await sync(c, 'simple')
  equal(await ordersOf(c, 'simple'), before + 1, 'after COMMIT they count')
  ok(!await exists(c, 'inside'), 'what the savepoint made is gone')
}

async function testCopyAndCursors (c) {
  const before = await ordersOf(c, 'simple')
  const lines = Array.from({ length: 1000 }, (_, i) => `${1000 + i}\t2026-06-01 09:${20 + i % 10}Z\tshop ${i % 50}\t${i}\n`)
  await pipeline(Readable.from(lines), c.query(copy.from('COPY orders FROM STDIN')))
  await sync(c, 'simple')
  equal(await ordersOf(c, 'simple'), before + 1000, 'COPY from a stream')
  const all = (await c.query('SELECT * FROM simple ORDER BY window_start, region')).rows
  const cursor = c.query(new Cursor('SELECT * FROM simple WHERE window_start >= $1 ORDER BY window_start, region', [at(9)]))
  const read = []
  for (let part; (part = await cursor.read(7)).length > 0;) read.push(...part)
  equal(read, all, 'a cursor reads in portions')
  await cursor.close()
  let text = ''
  for await (const chunk of c.query(copy.to('COPY (SELECT orders FROM simple) TO STDOUT'))) text += chunk
  equal(text.trim().split('\n').reduce((sum, line) => sum + Number(line), 0), before + 1000, 'COPY of a query on the view')
}

async function testListen (c) {
  await c.query(`CREATE CONTINUOUS VIEW told WITH (notify = 'told', emit = final, backfill = false) AS
    SELECT window_start, window_end, count(*)::int AS orders FROM orders GROUP BY tumble(ordered_at, '1 hour')`)
  const ear = await connect()
  await ear.query('LISTEN told')
  const heard = []
  const both = new Promise(resolve => ear.on('notification', n => { if (heard.push(JSON.parse(n.payload)) === 2) resolve() }))
  for (const hour of [10, 11, 12]) await c.query(insert, [40, at(hour, 30), 'north', 1])
  await both
  equal(heard, [10, 11].map(hour => ({
    view: 'public.told',
    window_start: `2026-06-01T${hour}:00:00+00:00`,
    window_end: `2026-06-01T${hour + 1}:00:00+00:00`,
    rows: 1
  })), 'LISTEN hears of windows that close, in order')
  equal((await ear.query('SELECT window_start FROM told ORDER BY 1')).rows.map(row => row.window_start), [at(10), at(11)],
    'whoever has heard it reads the rows')
  const broken = once(ear, 'error')
  ear.on('error', () => {}) // it comes twice: what the server said, and that the connection is gone
  await c.query('SELECT pg_terminate_backend($1)', [ear.processID])
  equal((await broken)[0].code, '57P01', 'a listener whose connection breaks is told')
}

run(async () => {
  const first = new Client()
  await first.connect()
  await first.query(`CREATE DATABASE ${database}`)
  await first.end()
  const c = await connect()
  await c.query('CREATE EXTENSION pg_continuous')
  await c.query('CREATE TABLE orders (order_id bigint, ordered_at timestamptz, region text, total_gbp numeric(10,2))')
  for (const test of [testCreate, testErrors, testRead, testInFlight, testSyncErrors, testTransactions, testCopyAndCursors, testListen]) {
    console.log(`# ${test.name}`)
    await test(c)
  }
  await c.end()
})
