import fc from 'fast-check'
import { readEvent } from '../../../lib/server/webhooks/readEvent.js'

const user_uuid = '766b2f5d-a942-492c-9ea7-2e5aa88cb672'
const ofItem = { item_id: 4568477, user_uuid }
const ofAccount = { ...ofItem, account_id: 22908770, balance: 1678.12 }
const counts = { nb_deleted_transactions: 0, nb_new_transactions: 15, nb_updated_transactions: 0 }
const ended = { ...ofItem, full_refresh: true, status_code: 0, status_code_info: '' }

const read = (payload: unknown): unknown => readEvent(JSON.stringify(payload))

describe('readEvent', () => {
  it.each([
    ['item.created', 'ItemCreated', ofItem],
    ['ITEM_CREATED', 'ItemCreated', ofItem],
    ['item.refreshed', 'ItemRefreshed', ended],
    ['ITEM_REFRESHED', 'ItemRefreshed', ended],
    ['item.account.created', 'AccountCreated', ofAccount],
    ['ACCOUNT_CREATED', 'AccountCreated', ofAccount],
    ['item.account.updated', 'AccountUpdated', { ...ofAccount, ...counts }],
    ['ACCOUNT_UPDATED', 'AccountUpdated', { ...ofAccount, ...counts }],
    ['item.account.deleted', 'AccountDeleted', ofAccount],
    ['item.deleted', 'ItemDeleted', ofItem],
  ])('knows %s as %s, and refuses other content', (type, _tag, content) => {
    const payload = { content, timestamp: 1612782588323, type }
    expect(read(payload)).toEqual({ _tag, type, content, timestamp: new Date(1612782588323) })
    expect(read({ ...payload, content: { ...content, item_id: 'x', user_uuid: null } })).toEqual({
      ...payload,
      _tag: 'InvalidEvent',
      content: { ...content, item_id: 'x', user_uuid: null },
      issues: [
        { path: '/content/item_id', expected: 'id' },
        { path: '/content/user_uuid', expected: 'UUID' },
      ],
    })
  })

  it('knows user.deleted, and refuses other content', () => {
    const payload = { content: { user_uuid }, timestamp: 1, type: 'user.deleted' }
    expect(read(payload)).toEqual({ ...payload, _tag: 'UserDeleted', timestamp: new Date(1) })
    expect(read({ ...payload, content: { user_uuid: 'jane' } })).toMatchObject({
      _tag: 'InvalidEvent',
      issues: [{ path: '/content/user_uuid', expected: 'UUID' }],
    })
  })

  it('reads what 2025-01-15 adds, and does without what it leaves out', () => {
    const refresh = { ...ended, refresh_trigger: 'scheduler', account_types: 'all', authentication_expires_at: 'then' }
    expect(read({ content: refresh, timestamp: 1, type: 'item.refreshed' })).toMatchObject({
      _tag: 'ItemRefreshed',
      content: refresh,
    })
    const disabled = { ...ofItem, account_id: 22908770, data_access: 'disabled' }
    expect(read({ content: disabled, timestamp: 1, type: 'item.account.updated' })).toMatchObject({
      _tag: 'AccountUpdated',
      content: disabled,
    })
    for (const [type, field] of [
      ['item.refreshed', 'account_types'],
      ['item.account.created', 'data_access'],
    ] as const) {
      const content = { ...disabled, [field]: 1 }
      expect(read({ content, timestamp: 1, type })).toMatchObject({
        _tag: 'InvalidEvent',
        issues: [{ path: `/content/${field}`, expected: 'string' }],
      })
    }
  })

  it('keeps what it does not know, also beside the content', () => {
    const content = { ...ended, account_types: 'payment', authentication_expires_at: 'soon' }
    const payload = { content, timestamp: 1, type: 'item.refreshed', attempt: 2 }
    expect(read(payload)).toEqual({ ...payload, _tag: 'ItemRefreshed', timestamp: new Date(1) })
  })

  it('does without what need not be there', () => {
    expect(
      read({ content: { ...ofItem, status_code_info: null }, timestamp: 1, type: 'item.refreshed' }),
    ).toMatchObject({
      _tag: 'ItemRefreshed',
    })
  })

  it.each([
    ['full_refresh', 'yes', 'boolean'],
    ['status_code', '0', 'number'],
    ['status_code_info', 0, 'string'],
    ['refresh_trigger', {}, 'string'],
  ])('says that %s is wrong', (field, value, expected) => {
    const event = read({ content: { ...ended, [field]: value }, timestamp: 1, type: 'ITEM_REFRESHED' })
    expect(event).toMatchObject({ _tag: 'InvalidEvent', issues: [{ path: `/content/${field}`, expected }] })
  })

  it.each(['balance', 'nb_new_transactions', 'nb_updated_transactions', 'nb_deleted_transactions'])(
    'says that %s of an account is wrong, and does without it',
    (field) => {
      const payload = { content: { ...ofAccount, ...counts, [field]: '2' }, timestamp: 1, type: 'ACCOUNT_UPDATED' }
      const issues = [{ path: `/content/${field}`, expected: 'number' }]
      expect(read(payload)).toMatchObject({ _tag: 'InvalidEvent', issues })
      const without = { ...payload, content: { ...ofAccount, ...counts, [field]: null } }
      expect(read(without)).toMatchObject({ _tag: 'AccountUpdated', content: without.content })
    },
  )

  it.each([[undefined], [null], ['1612782588323'], ['2021-02-08T11:09:48Z'], [1.5], [8.64e15 + 1], [-1e17]])(
    'says that a timestamp is wrong: %j',
    (timestamp) => {
      expect(read({ content: ofItem, timestamp, type: 'item.created' })).toMatchObject({
        _tag: 'InvalidEvent',
        issues: [
          { path: '/timestamp', expected: `milliseconds since 1970${timestamp === undefined ? ' (missing)' : ''}` },
        ],
      })
    },
  )

  it.each([[undefined], [null], ['text'], [[]]])('says that there is no content: %j', (content) => {
    expect(read({ content, timestamp: 1, type: 'item.created' })).toMatchObject({
      _tag: 'InvalidEvent',
      issues: [{ path: '/content', expected: `content of an item${content === undefined ? ' (missing)' : ''}` }],
    })
  })

  it('keeps one that tries an address, and those of other types, as they came', () => {
    const content = { user_uuid: 5, deep: [{}] }
    expect(read({ type: 'TEST_EVENT' })).toEqual({ _tag: 'TestEvent', type: 'TEST_EVENT' })
    expect(read({ type: 'payment.link.updated', timestamp: 'x', content })).toEqual({
      _tag: 'UnknownEvent',
      type: 'payment.link.updated',
      timestamp: 'x',
      content,
    })
    for (const type of ['__proto__', 'constructor', 'Item.Created', ' item.created'])
      expect(read({ type, content: ofItem, timestamp: 1 })).toMatchObject({ _tag: 'UnknownEvent', type })
  })

  it('says itself what it is', () => {
    const payload = { type: 'other', _tag: 'ItemCreated', issues: [] }
    expect(read(payload)).toMatchObject({ _tag: 'UnknownEvent' })
    expect(read({ ...payload, type: 'item.created' })).toMatchObject({ _tag: 'InvalidEvent' })
    expect(read({ ...payload, type: 'item.created' })).not.toMatchObject({ issues: [] })
  })

  it('never throws', () => {
    const anything = fc.record(
      {
        type: fc.constantFrom('item.created', 'ACCOUNT_UPDATED', 'x'),
        content: fc.jsonValue(),
        timestamp: fc.jsonValue(),
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          anything.map((payload) => JSON.stringify(payload)),
        ),
        (text) => {
          const event = readEvent(text)
          expect([undefined, 'string']).toContain(event === undefined ? undefined : typeof event._tag)
        },
      ),
    )
  })
})
