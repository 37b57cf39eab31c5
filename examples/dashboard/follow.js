// follow.js: the dashboard's end of the database.
//
// It listens to two channels (see setup.sql) and reads the last day of the view
// whenever one of them says that something happened. A notification is only a
// hint: what is told is the difference between this reading and the one before.
// So nothing is missed when the connection breaks: the first reading after it
// goes back to the watermark of the last one before, and up to the one of now.
'use strict'
const { EventEmitter } = require('events')
const { Client } = require('pg')

// Everything of one statement is from one snapshot: results, watermark, counters.
const READ = `
WITH hours AS (
  SELECT window_start, window_end, sum(flights)::int AS flights, sum(_corrections)::int AS corrections,
         round(sum(flights * mean_delay) / sum(flights))::int AS delay,
         json_object_agg(origin, json_build_array(flights, _corrections) ORDER BY origin) AS origins
    FROM flights_per_hour_results
   WHERE window_start > (SELECT max(window_start) - interval '1 day' FROM flights_per_hour_results) OR window_end > $1
   GROUP BY window_start, window_end)
SELECT continuous.watermark('flights_per_hour') AS watermark,
       (SELECT json_build_object('rows', rows_read, 'corrections', corrections, 'late', rows_too_late, 'lag', lag_rows)
          FROM continuous.stats WHERE view = 'flights_per_hour'::regclass) AS counters,
       (SELECT coalesce(json_agg(json_build_object(
                 'start', extract(epoch FROM window_start) * 1000, 'end', extract(epoch FROM window_end) * 1000,
                 'flights', flights, 'corrections', corrections, 'delay', delay, 'origins', origins,
                 'state', CASE WHEN continuous.is_final('flights_per_hour', window_end) THEN 'final'
                               WHEN window_end <= continuous.watermark('flights_per_hour') THEN 'closed'
                               ELSE 'open' END) ORDER BY window_start), '[]') FROM hours) AS windows`

const PAUSE_MS = 100 // between two readings
const RETRY_MS = [250, 500, 1000, 2000, 5000]

class Follower extends EventEmitter {
  constructor (options) {
    super()
    this.options = options
    this.windows = new Map() // by their start
    this.watermark = null // of the last reading
    this.counters = {}
    this.connected = false
    this.tries = 0
    this.connect()
  }

  // All that is known, for a browser that has just come.
  snapshot () {
    return { connected: this.connected, watermark: this.watermark?.getTime(), counters: this.counters, windows: [...this.windows.values()] }
  }

  async connect () {
    const client = new Client({ application_name: 'dashboard', keepAlive: true, connectionTimeoutMillis: 5000, ...this.options })
    let isOver = false
    const over = error => {
      if (isOver) return
      isOver = true
      this.client = null
      client.end().catch(() => {})
      if (this.isClosed) return
      this.setConnected(false, error?.message)
      this.timer = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)])
    }
    this.client = client
    client.on('error', over)
    client.on('end', over)
    client.on('notification', () => this.read(client, over))
    try {
      await client.connect()
      // first listen, then read: what comes between is heard
      await client.query('LISTEN flights_closed; LISTEN flights_changed')
      await this.read(client, over)
    } catch (error) {
      over(error)
    }
  }

  // One reading at a time; what is heard meanwhile makes another one.
  async read (client, over) {
    this.isDue = true
    if (client.isReading) return
    client.isReading = true
    try {
      while (this.isDue && this.client === client) {
        this.isDue = false
        this.take((await client.query(READ, [this.watermark])).rows[0])
        this.tries = 0
        this.setConnected(true)
        await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
      }
    } catch (error) {
      over(error)
    } finally {
      client.isReading = false
    }
  }

  // Keep a reading, and tell what is new in it.
  take ({ watermark, counters, windows }) {
    const isFirst = this.watermark === null && this.windows.size === 0
    const changed = []
    const news = []
    const before = this.windows
    this.windows = new Map(windows.map(window => [window.start, window]))
    for (const window of windows) {
      const old = before.get(window.start)
      if (old !== undefined && JSON.stringify(old) === JSON.stringify(window)) continue
      changed.push(window)
      if (isFirst) continue
      if (window.state !== 'open' && (old?.state ?? 'open') === 'open') {
        news.push({ kind: 'closed', start: window.start, end: window.end, flights: window.flights })
      } else if (window.state !== 'open' && window.flights !== old.flights) {
        news.push({ kind: 'corrected', start: window.start, end: window.end, from: old.flights, to: window.flights, origins: grown(old, window) })
      }
    }
    const gone = [...before.keys()].filter(start => !this.windows.has(start))
    this.watermark = watermark
    this.counters = counters
    this.emit('change', { watermark: watermark?.getTime(), counters, windows: changed, gone, news })
  }

  setConnected (connected, why) {
    if (connected === this.connected) return
    this.connected = connected
    this.emit('connection', { connected, why })
  }

  async close () {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.client?.end()
  }
}

// which airports have more flights than before
function grown (old, window) {
  return Object.keys(window.origins).filter(origin => window.origins[origin][0] !== (old.origins[origin]?.[0] ?? 0))
}

module.exports = { Follower }
