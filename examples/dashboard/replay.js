// replay.js: reports the flights of examples/flights.sql as time goes by.
//
//		PGHOST=... PGDATABASE=... npm run replay [minutes a second, 20 if not given]
//
// It goes on where the last one stopped. Each step is one transaction. The
// dashboard does it itself if it is started with --replay.
'use strict'
const { Client } = require('pg')

const STEP_MS = 500

async function replay (minutesPerSecond = 20) {
  const minutes = minutesPerSecond * STEP_MS / 1000
  const client = new Client({ application_name: 'replay' })
  await client.connect()
  const { rows: [{ first, last }] } = await client.query(`
    SELECT coalesce((SELECT max(reported_at) + interval '1 millisecond' FROM flights), min(reported_at)) AS first,
           max(reported_at) AS last FROM staged`)
  let since = first
  while (since <= last) {
    const { rows: [step] } = await client.query(`
      WITH told AS (
        INSERT INTO flights SELECT * FROM staged
         WHERE reported_at >= $1 AND reported_at < $1::timestamptz + $2 * interval '1 minute' RETURNING 1)
      SELECT $1::timestamptz + $2 * interval '1 minute' AS until, count(*)::int AS flights FROM told`, [since, minutes])
    since = step.until
    await new Promise(resolve => setTimeout(resolve, STEP_MS))
  }
  await client.end()
  console.log('all flights are reported')
}

module.exports = { replay }

if (require.main === module) {
  const pace = Number(process.argv[2] ?? 20)
  if (!(pace > 0)) throw new Error('usage: replay.js [minutes of flights a second]')
  replay(pace).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}
