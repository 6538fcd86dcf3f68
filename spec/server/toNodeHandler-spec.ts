import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, createServer as createServer2, type Http2Server } from 'node:http2'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { createClient } from '../../lib/index.js'
import { createGateway, toNodeHandler } from '../../lib/node.js'
import { createSandbox } from '../../lib/sandbox.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const never = (): never => {
  throw new Error('nothing came')
}

const open: Array<() => unknown> = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const portOf = (server: Server | Http2Server): string => String((server.address() as AddressInfo).port)

const closing = (server: Server): Promise<unknown> =>
  new Promise((closed) => {
    server.close(closed)
    server.closeAllConnections()
  })

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => closing(server))
  return `http://127.0.0.1:${portOf(server)}`
}

const serving = (listener: RequestListener): Promise<string> => listening(createServer(listener))

/** Sends bytes as they are, and reads the answer to its end. */
const raw = (url: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connectTcp(Number(new URL(url).port), '127.0.0.1')
    let read = ''
    socket.on('data', (chunk) => (read += chunk.toString()))
    socket.on('close', () => {
      resolve(read)
    })
    socket.write(text)
  })

describe('toNodeHandler', () => {
  it('hands on the request, and with it that of Node', async () => {
    const seen: Array<readonly [Request, IncomingMessage]> = []
    const url = await serving(
      toNodeHandler((request, message) => {
        seen.push([request, message])
        return Promise.resolve(new Response('{}'))
      }),
    )
    await fetch(`${url}/v2/banks?limit=1&x=%2F`, { headers: { Cookie: 'a=1', 'X-Own': 'é' } })
    const [[asked, message] = never()] = seen
    expect([asked.method, asked.url]).toEqual(['GET', `${url}/v2/banks?limit=1&x=%2F`])
    expect([asked.headers.get('cookie'), asked.headers.get('x-own')]).toEqual(['a=1', 'é'])
    expect(message.url).toBe('/v2/banks?limit=1&x=%2F')
  })

  it('says https if the connection is encrypted', async () => {
    const handler = toNodeHandler(({ url }) => Promise.resolve(new Response(url)))
    const url = await serving((message, response) => {
      Object.defineProperty(message, 'socket', { value: { encrypted: true } })
      handler(message, response)
    })
    expect(await (await fetch(url)).text()).toBe(`${url.replace('http:', 'https:')}/`)
  })

  it('answers with the status, the headers and the body', async () => {
    const headers = new Headers({ 'X-Own': '1', Date: 'Thu, 01 Jan 1970 00:00:00 GMT' })
    headers.append('Set-Cookie', 'a=1')
    headers.append('Set-Cookie', 'b=2')
    const url = await serving(toNodeHandler(() => Promise.resolve(new Response('text', { status: 418, headers }))))
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([418, 'text'])
    expect(answer.headers.get('x-own')).toBe('1')
    expect(answer.headers.get('date')).toBe('Thu, 01 Jan 1970 00:00:00 GMT')
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('leaves the headers that others have set before', async () => {
    const handler = toNodeHandler(() => Promise.resolve(new Response('{}')))
    const url = await serving((message, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']).setHeader('X-Own', '1')
      handler(message, response)
    })
    const { headers } = await fetch(url)
    expect([headers.getSetCookie(), headers.get('x-own')]).toEqual([['a=1', 'b=2'], '1'])
  })

  it('cuts an answer that somebody else has begun', async () => {
    const handler = toNodeHandler(() => Promise.resolve(new Response('{}', { headers: { 'X-Own': '1' } })))
    const url = await serving((message, response) => {
      response.writeHead(200).write('half')
      handler(message, response)
    })
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
  })

  it('has no time of its own', async () => {
    const url = await serving(toNodeHandler(() => Promise.resolve(new Response(null, { status: 204 }))))
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('date')]).toEqual([204, null])
  })

  it.each([
    ['/a/../b', 400],
    ['/a/./b', 400],
    ['/a/%2e%2e/b', 400],
    ['/a\\b', 400],
    ['//evil.example/b', 200],
    ['http://evil.example/b', 400],
    ['*', 400],
    ['/a%2fb//c', 200],
    ['/a?b=/../c', 200],
  ])('leaves nothing to resolve: %s is %d', async (target, status) => {
    const seen: Array<string> = []
    const url = await serving(
      toNodeHandler((asked) => {
        seen.push(asked.url)
        return Promise.resolve(new Response('{}'))
      }),
    )
    const answer = await raw(url, `GET ${target} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `))
    expect(seen).toEqual(status === 200 ? [`http://app.example${target}`] : [])
  })

  it('takes a request without a host for one to this machine', async () => {
    const url = await serving(toNodeHandler((asked) => Promise.resolve(new Response(asked.url))))
    expect(await raw(url, 'GET /a HTTP/1.0\r\n\r\n')).toMatch(/http:\/\/localhost\/a$/)
  })

  it.each([
    ['TRACE / HTTP/1.1\r\nHost: app.example'],
    ['GET / HTTP/1.1\r\nHost: app.example/evil?'],
    ['GET / HTTP/1.1\r\nHost: user@app.example:x'],
  ])('is a 400 for what is no request elsewhere: %j', async (head) => {
    const url = await serving(toNodeHandler(() => Promise.resolve(new Response('{}'))))
    expect(await raw(url, `${head}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
  })

  it('reads no body', async () => {
    const url = await serving(
      toNodeHandler(({ body, method }) => Promise.resolve(new Response(body, { headers: { 'X-Method': method } }))),
    )
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect([answer.headers.get('x-method'), await answer.text()]).toEqual(['POST', ''])
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('C4N4RY'))],
    [
      'throws',
      () => {
        throw new Error('C4N4RY')
      },
    ],
    ['gives no response', () => Promise.resolve('C4N4RY' as never)],
  ])('is a 500 without a word if the handler %s', async (_, handler) => {
    const answer = await fetch(await serving(toNodeHandler(handler)))
    expect([answer.status, await answer.text()]).toEqual([500, ''])
  })

  it('cuts an answer whose body fails at once', async () => {
    const body = new ReadableStream({
      pull: (controller) => {
        controller.error(new Error('C4N4RY'))
      },
    })
    const url = await serving(toNodeHandler(() => Promise.resolve(new Response(body))))
    expect(await raw(url, 'GET / HTTP/1.1\r\nHost: app.example\r\n\r\n')).toBe('')
  })

  it('cuts an answer whose body fails', async () => {
    let pulls = 0
    const body = new ReadableStream({
      pull: (controller) => {
        if (++pulls === 1) controller.enqueue(new TextEncoder().encode('half'))
        else controller.error(new Error('C4N4RY'))
      },
    })
    const url = await serving(toNodeHandler(() => Promise.resolve(new Response(body))))
    const text = fetch(url).then((answer) => answer.text())
    await expect(text).rejects.toThrow()
  })

  it('is a 500 without the headers of a response whose body is gone', async () => {
    const used = new Response('text', { headers: { 'Content-Length': '4', 'Set-Cookie': 'a=1' } })
    await used.text()
    const answer = await fetch(await serving(toNodeHandler(() => Promise.resolve(used))))
    expect([answer.status, answer.headers.get('set-cookie'), await answer.text()]).toEqual([500, null, ''])
  })

  it('asks nothing for a browser that has left before', async () => {
    const handler = jest.fn(() => Promise.resolve(new Response('{}')))
    const ofNode = toNodeHandler(handler)
    let left: () => void = () => undefined
    let begun: () => void = () => undefined
    const leaving = new Promise<void>((resolve) => (left = resolve))
    const beginning = new Promise<void>((resolve) => (begun = resolve))
    const url = await serving((message, response) => {
      begun()
      response.once('close', () => {
        ofNode(message, response)
        left()
      })
    })
    const asked = request(url).on('error', () => undefined)
    asked.end()
    await beginning
    asked.destroy()
    await leaving
    expect(handler).not.toHaveBeenCalled()
  })

  it('cuts an answer that nobody reads, for its time', async () => {
    const handler = toNodeHandler(() => Promise.resolve(new Response('x'.repeat(20_000_000))), { timeout: 100 })
    let cut: (finished: boolean) => void = () => undefined
    const cutting = new Promise<boolean>((resolve) => (cut = resolve))
    const url = await serving((message, response) => {
      response.once('close', () => {
        cut(response.writableFinished)
      })
      handler(message, response)
    })
    const socket = connectTcp(Number(new URL(url).port), '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: app.example\r\n\r\n')
    expect(await cutting).toBe(false)
    socket.destroy()
  })

  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ timout: 1 }, 'did you mean timeout?'],
  ])('takes no wrong option: %j', (config, reported) => {
    expect(() => toNodeHandler(() => Promise.reject(new Error()), config as object)).toThrow(reported)
  })

  it('aborts the signal when the browser leaves', async () => {
    let left: (reason: unknown) => void = () => undefined
    let begun: () => void = () => undefined
    const leaving = new Promise((resolve) => (left = resolve))
    const beginning = new Promise<void>((resolve) => (begun = resolve))
    const url = await serving(
      toNodeHandler(
        ({ signal }) =>
          new Promise(() => {
            begun()
            signal.addEventListener('abort', () => {
              left(signal.reason)
            })
          }),
      ),
    )
    const asked = request(url).on('error', () => undefined)
    asked.end()
    await beginning
    asked.destroy()
    expect(await leaving).toMatchObject({ name: 'AbortError' })
  })

  it('sends a body as fast as it is read, and stops when nobody reads', async () => {
    let pulled = 0
    let cancelled: () => void = () => undefined
    const cancelling = new Promise<void>((resolve) => (cancelled = resolve))
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(65_536))
        },
        cancel: () => {
          cancelled()
        },
      },
      { highWaterMark: 0 },
    )
    const handler = toNodeHandler(() => Promise.resolve(new Response(body)))
    let response: ServerResponse | undefined
    const url = await serving((message, ofNode) => {
      response = ofNode
      handler(message, ofNode)
    })
    const answer = await fetch(url)
    const reader = answer.body?.getReader()
    await reader?.read()
    for (let turns = 0; turns < 200; turns = response?.writableNeedDrain === true ? turns + 1 : 0) await setImmediate()
    // An endless body would have filled the memory by now.
    expect(pulled).toBeLessThan(1000)
    await reader?.cancel()
    await cancelling
  })

  it('serves HTTP/2 too', async () => {
    const seen: Array<string> = []
    const handler = toNodeHandler((asked) => {
      seen.push(asked.url)
      return Promise.resolve(new Response('two', { headers: { Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } }))
    })
    const server = createServer2(handler as never)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = portOf(server)
    const session = connect(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':path': '/v2/banks' })
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const headers = await new Promise((resolve) => stream.once('response', resolve))
    await new Promise((resolve) => stream.once('end', resolve))
    session.close()
    await new Promise((closed) => server.close(closed))
    expect(headers).toMatchObject({ ':status': 200, date: 'Thu, 01 Jan 1970 00:00:00 GMT' })
    expect([text, seen]).toEqual(['two', [`http://127.0.0.1:${port}/v2/banks`]])
  })
})

describe('a gateway', () => {
  const gateway = () => {
    const { credentials, http } = createSandbox({ profile: documentedProfile })
    const client = createClient({ profile: documentedProfile, baseUrl: 'https://bank.example', ...credentials, http })
    return createGateway(client, {
      prefix: '/api/bank',
      authorize: ({ headers }) => (headers.get('cookie') === 'session=5' ? { externalUserId: 'A6J' } : null),
    })
  }

  /** Reads two pages as a browser does; answers their statuses and sizes, and what a stranger gets. */
  const browse = async (origin: string) => {
    const headers = { 'RxBank-Gateway': 'interactive', Cookie: 'session=5' }
    const read = async (path: string) => {
      const answer = await fetch(`${origin}/api/bank${path}`, { headers })
      return { status: answer.status, json: (await answer.json()) as never }
    }
    const first = await read('/v2/transactions?limit=20')
    const { resources, pagination } = first.json as { resources: Array<unknown>; pagination: { next_uri: string } }
    const second = await read(pagination.next_uri)
    const stranger = await fetch(`${origin}/api/bank/v2/items`, { headers: { 'RxBank-Gateway': 'interactive' } })
    return [first.status, resources.length, second.status, (await read('/v2/users')).status, stranger.status]
  }
  const expected = [200, 20, 200, 404, 401]

  it('is at home in Node', async () => {
    expect(await browse(await serving(toNodeHandler(gateway())))).toEqual(expected)
  })

  it('is at home in Express, which cuts off the prefix', async () => {
    const app = express()
    app.use('/api/bank', toNodeHandler(gateway()))
    expect(await browse(await serving(app))).toEqual(expected)
    const whole = express()
    whole.use(toNodeHandler(gateway()))
    expect(await browse(await serving(whole))).toEqual(expected)
  })

  it('is at home in Fastify', async () => {
    const app = fastify()
    const handler = toNodeHandler(gateway())
    app.all('/api/bank/*', ({ raw }, reply) => {
      reply.hijack()
      handler(raw, reply.raw)
    })
    open.push(() => app.close())
    expect(await browse(await app.listen({ port: 0, host: '127.0.0.1' }))).toEqual(expected)
  })

  it('is at home in Hono', async () => {
    const ofHono = gateway()
    const app = new Hono().all('/api/bank/*', ({ req }) => ofHono(req.raw))
    const server = await new Promise<Server>((resolve) => {
      const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => {
        resolve(made as Server)
      })
    })
    open.push(() => closing(server))
    expect(await browse(`http://127.0.0.1:${portOf(server)}`)).toEqual(expected)
  })
})
