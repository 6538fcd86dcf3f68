import { readFileSync } from 'node:fs'
import { webhookSettings } from '../../../lib/server/webhooks/CreateWebhooksConfig.js'
import { readEvent } from '../../../lib/server/webhooks/readEvent.js'
import { statuses } from '../../../lib/server/webhooks/WebhookRefusal.js'
import { memberNames, plain, tableRows } from './tables.js'

const guide = 'docs/guides/webhooks.md'
const comment = readFileSync('lib/server/webhooks/WebhookRefusal.ts', 'utf8')

describe(guide, () => {
  it('lists every option, with its default', () => {
    const rows = tableRows(guide, 'Option').map(([name, , value = '']) => [plain(name), value] as const)
    const members = memberNames('lib/server/webhooks/CreateWebhooksConfig.ts', 'CreateWebhooksConfig')
    expect(rows.map(([name]) => name)).toEqual(members.map((name) => name.replace('?', '')))
    const { maxBodySize, timeout, maxAge } = webhookSettings({ secrets: ['a'] })
    expect(Object.fromEntries(rows)).toMatchObject({
      maxBodySize: maxBodySize.toLocaleString('en'),
      timeout: timeout.toLocaleString('en'),
      maxAge: `${maxAge.toLocaleString('en')}, two days`,
    })
  })

  it('lists every reason with its answer, as the doc comment does', () => {
    const rows = tableRows(guide, '`reason`').map(([reason, status]) => [plain(reason), Number(status)])
    expect(rows).toEqual(Object.entries(statuses))
    const reported = Array.from(comment.matchAll(/^ \* - `(\w+)`/gm), ([, reason]) => reason)
    expect(reported).toEqual(Object.keys(statuses))
  })

  it('names for each tag the types that have it', () => {
    for (const [tag, types = ''] of tableRows(guide, '`_tag`')) {
      const known = Array.from(types.matchAll(/`([^`]+)`/g), ([, type = '']) => type)
      for (const type of known.length > 0 ? known : ['any other']) {
        const { _tag } = readEvent(JSON.stringify({ type })) ?? {}
        const ofContent = type === 'TEST_EVENT' || type === 'any other' ? plain(tag) : 'InvalidEvent'
        if (plain(tag) !== 'InvalidEvent') expect([type, _tag]).toEqual([type, ofContent])
      }
    }
  })
})
