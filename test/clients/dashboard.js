// The dashboard in a browser: windows fill, close and are corrected; what
// happens while it has no connection is there afterwards.
'use strict'
const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const { Client } = require('pg')
const { chromium } = require('playwright-core')
const { ok, equal, run } = require('./lib/tap.js')

const database = 'dashboard'
const examples = path.join(__dirname, '../../examples')
const pictures = process.env.CV_CLIENTS
const env = { ...process.env, PGDATABASE: database, PGOPTIONS: '-c timezone=UTC' }
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']
const started = []

// start a script of the dashboard and wait for what it says
async function start (port) {
  const server = spawn('node', [path.join(examples, 'dashboard/server.js')], { env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(server)
  let said = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    const url = /http:\S+/.exec(said)
    if (url) {
      server.stdout.resume()
      return { server, url: url[0] }
    }
  }
  throw new Error(`the server said: ${said}`)
}

async function stop (server) {
  server.kill('SIGTERM')
  await once(server, 'exit')
  return server.exitCode
}

const hourOf = hour => `.window[data-start="2001-01-01T${String(hour).padStart(2, '0')}:00:00.000Z"]`
const dataOf = (page, hour) => page.$eval(hourOf(hour), g => [g.dataset.state, +g.dataset.flights, +g.dataset.corrections])
const news = page => page.$$eval('#news li', items => items.map(item => item.innerText.replace(/\s+/g, ' ')))

// flights of [hour, minute, origin]
const report = (c, ...flights) => c.query(`INSERT INTO flights SELECT at, at, origin, 'SFO', 5, 100
  FROM unnest($1::timestamptz[], $2::text[]) AS f(at, origin)`,
[flights.map(([hour, minute]) => new Date(Date.UTC(2001, 0, 1, hour, minute))), flights.map(([, , origin]) => origin)])

async function testLife (page, c) {
  await page.waitForSelector('#connection[data-state=live]', { state: 'attached' })
  ok(await page.isVisible('#empty'), 'a view without rows: the page waits')
  await report(c, [8, 5, 'DFW'], [8, 20, 'DFW'], [8, 40, 'ORD'])
  await page.waitForSelector(`${hourOf(8)}[data-flights="3"]`)
  equal(await dataOf(page, 8), ['open', 3, 0], 'a window appears')
  await report(c, [8, 50, 'LAX'])
  await page.waitForSelector(`${hourOf(8)}[data-flights="4"]`)
  equal(await dataOf(page, 8), ['open', 4, 0], '... and fills')
  await report(c, [9, 20, 'DFW'])
  await page.waitForSelector(`${hourOf(8)}[data-state=closed]`)
  equal(await news(page), ['1 Jan 08:00–09:00 closed with 4 flights'], 'it closes, and that is told')
  await report(c, [8, 30, 'ORD'])
  await page.waitForSelector(`${hourOf(8)}[data-corrections="1"]`)
  equal(await dataOf(page, 8), ['closed', 5, 1], 'a late row corrects it')
  equal((await news(page))[0], '1 Jan 08:00–09:00 corrected 4 → 5 flights: late from ORD', '... and that is told')
  await report(c, [19, 0, 'ATL'])
  await page.waitForSelector(`${hourOf(8)}[data-state=final]`)
  ok(true, 'nine hours later it is final')
  equal(await page.textContent('#tile-corrections'), '1', 'the counters are shown')
}

async function testBreak (page, c, other) {
  await other.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
  await other.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dashboard'")
  await page.waitForSelector('#connection[data-state=waiting]', { state: 'attached' })
  ok(true, 'the page says that the server has lost its connection')
  await report(c, [20, 10, 'ATL'], [20, 20, 'ATL'])
  await report(c, [21, 30, 'ATL'])
  await report(c, [20, 50, 'MIA'])
  await c.query("SELECT continuous.sync('flights_per_hour')")
  await other.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
  await page.waitForSelector('#connection[data-state=live]', { state: 'attached' })
  equal(await dataOf(page, 20), ['closed', 3, 1], 'when it is back, what closed and was corrected meanwhile is there')
  equal((await news(page)).slice(0, 2), ['1 Jan 20:00–21:00 closed with 3 flights', '1 Jan 19:00–20:00 closed with 1 flight'], '... and is told')
}

async function testAll (page, c) {
  await c.query("CALL replay('2001-01-01', '2001-01-03 15:20')")
  await c.query("SELECT continuous.sync('flights_per_hour')")
  const { rows } = await c.query(`SELECT date_trunc('hour', scheduled_at) AS start, count(*)::int AS flights FROM flights
    GROUP BY 1 ORDER BY 1 DESC LIMIT 30`)
  const newest = rows[0].start.getTime()
  const expected = rows.filter(row => row.start.getTime() > newest - 24 * 3600000).map(row => `${row.start.toISOString()} ${row.flights}`).sort()
  const shown = () => page.$$eval('.window', all => all.map(g => `${g.dataset.start} ${g.dataset.flights}`).sort())
  await page.waitForFunction(expected => [...document.querySelectorAll('.window')].map(g => `${g.dataset.start} ${g.dataset.flights}`).sort().join() === expected,
    expected.join())
  equal(await shown(), expected, 'two days of flights: the page shows what plain SQL gives')
  equal(await page.$$eval('#rows text', all => all.length), 12, '... by airport, too')
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: path.join(pictures, `dashboard_${colorScheme}.png`), fullPage: true })
  }
}

async function testServer (page, url, server) {
  equal(await stop(server), 0, 'the server stops when it is told to')
  await page.waitForSelector('#connection[data-state=waiting]', { state: 'attached' })
  const before = await page.$$eval('.window', all => all.length)
  const again = await start(new URL(url).port)
  await page.waitForSelector('#connection[data-state=live]', { state: 'attached' })
  equal(await page.$$eval('.window', all => all.length), before, 'and the page goes on with the next one')
  equal((await fetch(new URL('/etc/passwd', url))).status, 404, 'nothing else is served')
  await stop(again.server)
}

async function main () {
  const other = new Client()
  await other.connect()
  await other.query(`CREATE DATABASE ${database}`)
  execFileSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', path.join(examples, 'flights.sql'), '-f', path.join(examples, 'dashboard/setup.sql')],
    { env: { ...env, PGOPTIONS: '-c client_min_messages=warning' }, cwd: path.join(examples, '..') })
  const c = new Client({ database, options: '-c timezone=UTC' })
  await c.connect()
  const { server, url } = await start(0)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags })
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } })
  const wrong = []
  page.on('pageerror', error => wrong.push(error.message))
  page.on('request', request => { if (!request.url().startsWith(url) && !request.url().startsWith('data:')) wrong.push(request.url()) })
  page.setDefaultTimeout(30000)
  try {
    await page.goto(url)
    await testLife(page, c)
    await testBreak(page, c, other)
    await testAll(page, c)
    await testServer(page, url, server)
    equal(wrong, [], 'no errors in the page, and no requests to others')
  } finally {
    await browser.close()
  }
  // all at once: the pace is for those who look
  execFileSync('node', [path.join(examples, 'dashboard/replay.js'), '1000000'], { env })
  equal((await c.query('SELECT count(*)::int AS n FROM flights WHERE reported_at > $1', ['2001-01-03 15:20Z'])).rows,
    (await c.query('SELECT count(*)::int AS n FROM staged WHERE reported_at > $1', ['2001-01-03 15:20Z'])).rows, 'replay.js goes on where others have stopped')
  await c.end()
  await other.end()
}

run(() => main().finally(() => started.forEach(child => child.kill('SIGKILL'))))
