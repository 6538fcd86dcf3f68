// Handles of pages: of others, made up, and lost.
import assert from 'node:assert/strict'
import { family } from '../support/cases.mjs'
import { ask, gatewayBefore, page } from '../support/gateway.mjs'

const handled = 'gateway.md: a link serves the user and the list that it was given to; nobody can guess one'

export const cases = [
  ...family(handled, {
    'of another user, of another list, changed, made up, and its own': async () => {
      const gateway = gatewayBefore((path) => ({
        body: page(path.includes('after') ? null : '/v2/stocks?after=cursor'),
      }))
      const { json } = await ask(gateway, '/v2/stocks?limit=1')
      const link = json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, '')
      assert.ok(!link.includes('cursor'))
      const [, handle] = /[?&]\w+=([^&]+)/.exec(link.replace(/limit=\d+&?/, '')) ?? []
      const before = gateway.sent.length
      const tries = {
        eve: [link, 'eve'],
        list: [link.replace('/stocks', '/items'), 'ada'],
        updated: [link.replace('/stocks', '/stocks/updated'), 'ada'],
        changed: [link.replace(handle, `${handle.slice(0, -1)}${handle.endsWith('A') ? 'B' : 'A'}`), 'ada'],
        made: [link.replace(handle, 'cursor'), 'ada'],
        empty: [link.replace(handle, ''), 'ada'],
        long: [link.replace(handle, handle.repeat(20)), 'ada'],
      }
      for (const [name, [path, who]] of Object.entries(tries)) {
        const { status } = await ask(gateway, path, { who })
        assert.ok([400, 410].includes(status), `${name}: ${status} for ${path}`)
      }
      assert.equal(gateway.sent.length, before)
      assert.equal((await ask(gateway, link)).status, 200)
    },
    'of a service that gives the link of another list': async () => {
      const gateway = gatewayBefore((path) => ({
        body: page(path.includes('after') ? null : '/v2/users?after=cursor'),
      }))
      const { json, status } = await ask(gateway, '/v2/stocks')
      if (status === 200 && json.pagination.next_uri !== null)
        await ask(gateway, json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, ''))
      assert.ok(
        gateway.sent.every(({ path }) => !path.startsWith('/v2/users')),
        gateway.sent.map(({ path }) => path).join(),
      )
    },
    'of a service that gives a link to another place': async () => {
      const gateway = gatewayBefore(() => ({ body: page('https://evil.example/v2/stocks?after=cursor') }))
      const { text, json } = await ask(gateway, '/v2/stocks')
      assert.ok(!text.includes('evil.example') && !text.includes('cursor'))
      const link = json.pagination?.next_uri?.replace(/^.*(?=\/v2\/)/, '')
      if (link !== undefined) assert.equal((await ask(gateway, link)).status, 502)
      assert.equal(gateway.sent.length, 1)
    },
    'more than it keeps': async () => {
      const gateway = gatewayBefore((_, n) => ({ body: page(`/v2/stocks?after=${n}`) }), {
        perUser: { maxHandles: 3, requests: 1000 },
      })
      const links = []
      for (let n = 0; n < 5; n++)
        links.push((await ask(gateway, '/v2/stocks')).json.pagination.next_uri.replace(/^.*(?=\/v2\/)/, ''))
      assert.deepEqual([(await ask(gateway, links[0])).status, (await ask(gateway, links[4])).status], [410, 200])
    },
  }),
]
