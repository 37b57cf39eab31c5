// server.js: a web page that shows a continuous view live.
//
//		PORT=8080 PGHOST=... PGDATABASE=... npm start [-- --replay]
//
// GET / is the page, GET /events a stream of server-sent events: "snapshot" with
// all that is known, then "change" and "connection" as they happen. However many
// browsers look, the database has one connection.
'use strict'
const fs = require('fs')
const http = require('http')
const path = require('path')
const { Follower } = require('./follow.js')
const { replay } = require('./replay.js')

const PING_MS = 15000 // so that proxies keep quiet connections
const page = fs.readFileSync(path.join(__dirname, 'index.html'))
const browsers = new Set()
const follower = new Follower()

const message = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function tellAll (text) {
  for (const browser of browsers) browser.write(text)
}

follower.on('change', data => tellAll(message('change', data)))
follower.on('connection', data => {
  console.log(data.connected ? 'following flights_per_hour' : `connection lost: ${data.why ?? 'closed'}`)
  // after a break there may be more to know than what has changed
  tellAll(data.connected ? message('connection', data) + message('snapshot', follower.snapshot()) : message('connection', data))
})
setInterval(() => tellAll(': still here\n\n'), PING_MS).unref()

const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (request.method !== 'GET' || !['/', '/events'].includes(pathname)) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here\n')
  } else if (pathname === '/') {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:"
    }).end(page)
  } else {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(message('snapshot', follower.snapshot()))
    browsers.add(response)
    response.on('close', () => browsers.delete(response))
  }
})

server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1', () => {
  const { address, port } = server.address()
  console.log(`dashboard at http://${address}:${port}/`)
})

if (process.argv[2] === '--replay') replay().catch(error => console.error(`the replay has ended: ${error.message}`))

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const browser of browsers) browser.end()
    server.close()
    follower.close().finally(() => process.exit(0))
  })
}
