// What comes over the wire to a gateway behind Node's own server: bytes that no browser sends.
import assert from 'node:assert/strict'
import { secret } from '../support/canaries.mjs'
import { table } from '../support/cases.mjs'
import { gatewayBefore, onPort } from '../support/gateway.mjs'
import { node } from '../support/installed.mjs'
import { good, request, send } from '../support/socket.mjs'

const plain = 'toNodeHandler: a request that has no place in a Request is a 400; a handler that throws is a 500'

/** Bytes, and the statuses that they may be answered with; none of these reaches the service. */
const noise = {
  'dots in the path': [request('GET /api/../v2/items HTTP/1.1'), 400, 404],
  'dots after the prefix': [request('GET /api/bank/v2/../../x/v2/items HTTP/1.1'), 400, 404],
  'encoded dots': [request('GET /api/bank/%2e%2e/bank/v2/stocks HTTP/1.1'), 400, 404],
  backslashes: [request('GET \\api\\bank\\v2\\stocks HTTP/1.1'), 400, 404],
  'an address with a host': [request('GET http://evil.example/api/bank/v2/x HTTP/1.1'), 400, 403, 404],
  'an address with two slashes': [request('GET //evil.example/api/bank/v2/stocks HTTP/1.1'), 400, 404],
  'an address with a user': [request('GET http://a:b@app.example/api/bank/v2/stocks HTTP/1.1'), 400, 403, 404],
  'a fragment': [request('GET /api/bank/v2/stocks#/v2/users HTTP/1.1'), 400, 404],
  'a star': [request('OPTIONS * HTTP/1.1'), 400, 404, 405],
  'a tunnel': [request('CONNECT bank.example:443 HTTP/1.1'), 400, NaN],
  'a method that browsers may not send': [request('TRACE /api/bank/v2/stocks HTTP/1.1'), 400, 405],
  'another one': [request('TRACK /api/bank/v2/stocks HTTP/1.1'), 400, 405],
  'an unknown method': [request('EVIL /api/bank/v2/stocks HTTP/1.1'), 400, 405],
  'no host': [request(undefined, good.slice(1)), 400],
  'a host that is none': [request(undefined, ['Host: a b<>', ...good.slice(1)]), 400],
  'a host with a path': [request(undefined, ['Host: app.example/api', ...good.slice(1)]), 400],
  'a host with a user': [request(undefined, ['Host: eve@app.example', ...good.slice(1)]), 400],
  'an empty host': [request(undefined, ['Host:', ...good.slice(1)]), 400],
  'HTTP/0.9': ['GET /api/bank/v2/stocks\r\n\r\n', 400, 403],
  'letters beyond ASCII': [request('GET /api/bank/v2/stöcks HTTP/1.1'), 400, 404],
  'a null byte in a header': [request(undefined, [...good, 'X: a\0b']), 400],
  'a header of twenty kilobytes': [request(undefined, [...good, `X: ${'x'.repeat(20_000)}`]), 431],
  'two lengths': [request(undefined, [...good, 'Content-Length: 1', 'Content-Length: 2'], 'xx'), 400],
  'a length and chunks': [
    request(undefined, [...good, 'Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    400,
  ],
  'the header of the client by two': [request(undefined, [...good, 'RxBank-Gateway: background']), 403, 400],
  'an origin by two': [
    request(undefined, [...good, 'Origin: http://app.example', 'Origin: http://evil.example']),
    403,
    400,
  ],
  'an upgrade': [
    request(undefined, [...good, 'Connection: Upgrade', 'Upgrade: websocket', 'Origin: http://evil.example']),
    403,
    400,
    426,
  ],
}

const bodies = {
  'a body on a GET': [...good, 'Content-Length: 5'],
  'a body that is announced and never comes': [...good, 'Content-Length: 1000000000'],
  'a body that waits for a nod': [...good, 'Content-Length: 5', 'Expect: 100-continue'],
}

const broken = {
  throws: () => {
    throw new Error(secret)
  },
  rejects: () => Promise.reject(new Error(secret)),
  'answers nothing': () => Promise.resolve(undefined),
  'answers something else': () => Promise.resolve({ status: 200 }),
  'answers with a body that fails': () =>
    Promise.resolve(new Response(new ReadableStream({ pull: (stream) => stream.error(new Error(secret)) }))),
  'answers with an error': () => Promise.resolve(Response.error()),
  'answers with a body that was read': async () => {
    const read = new Response('x')
    await read.text()
    return read
  },
}

export const cases = [
  ...table(plain, 'refused', noise, async ([bytes, ...statuses], after) => {
    const gateway = gatewayBefore()
    const port = await onPort(after, gateway.handler)
    const { status, text } = await send(after, port, bytes)
    assert.ok(
      statuses.some((one) => Object.is(one, status)),
      text.slice(0, 200) || 'no response',
    )
    assert.deepEqual(gateway.sent, [])
  }),
  ...table('toNodeHandler: no body is read', 'answered', bodies, async (headers, after) => {
    const port = await onPort(after, gatewayBefore().handler)
    const { status } = await send(after, port, request(undefined, headers))
    assert.ok(status === 200 || status === 100, `${status}`)
  }),
  ...table(plain, 'a handler that', broken, async (handler, after) => {
    const port = await onPort(after, handler)
    const { status, text } = await send(after, port, request())
    assert.ok([500, 200, NaN].some((one) => Object.is(one, status)) && !text.includes(secret), text)
    assert.ok(status !== 200 || !text.endsWith('0\r\n\r\n'), 'a body that failed looks whole')
  }),
  ...table(
    'toNodeHandler: throws a ConfigError for a wrong option',
    'a time-out of',
    { nothing: 0, less: -1, 'no number': NaN, 'a text': '1', 'for ever': Infinity, '2^31': 2 ** 31 },
    (timeout) => {
      assert.throws(() => node.toNodeHandler(() => undefined, { timeout }), { _tag: 'ConfigError' })
    },
  ),
]
