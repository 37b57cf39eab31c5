// What the tests in JavaScript say, in the Test Anything Protocol.
'use strict'
const { isDeepStrictEqual, inspect } = require('util')

let count = 0

function ok (condition, what) {
  count++
  console.log(`${condition ? 'ok' : 'not ok'} ${count} - ${what}`)
  return condition
}

function equal (got, expected, what) {
  if (!ok(isDeepStrictEqual(got, expected), what)) {
    console.log(`#      got: ${inspect(got, { breakLength: Infinity, depth: 5 })}`)
    console.log(`# expected: ${inspect(expected, { breakLength: Infinity, depth: 5 })}`)
  }
}

// The promise is rejected with this SQLSTATE; gives the error.
async function fails (sqlstate, what, promise) {
  const error = await promise.then(() => ({ code: 'no error' }), error => error)
  equal(error.code ?? String(error), sqlstate, what)
  return error
}

// Run it; an error that gets out of it fails the file.
function run (main) {
  main().then(() => console.log(`1..${count}`), error => {
    console.log(`# ${error.stack ?? error}`.replace(/\n/g, '\n# '))
    process.exit(1) // connections that are open would keep it
  })
}

module.exports = { ok, equal, fails, run }
