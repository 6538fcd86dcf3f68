import * as t from 'io-ts'
import { id } from '../../../lib/base/codec/id.js'
import { record, type RecordType } from '../../../lib/base/codec/record.js'
import type { Fields } from '../../../lib/base/codec/RecordOf.js'
import { bridge2018Account } from '../../../lib/service/bridge/Bridge2018Account.js'
import { bridge2018Bank } from '../../../lib/service/bridge/Bridge2018Bank.js'
import { bridge2018Category } from '../../../lib/service/bridge/Bridge2018Category.js'
import { bridge2018Item } from '../../../lib/service/bridge/Bridge2018Item.js'
import { bridge2018Stock } from '../../../lib/service/bridge/Bridge2018Stock.js'
import { bridge2018Transaction } from '../../../lib/service/bridge/Bridge2018Transaction.js'
import { bridge2018User } from '../../../lib/service/bridge/Bridge2018User.js'
import { bridge2021Account } from '../../../lib/service/bridge/Bridge2021Account.js'
import { bridge2021Bank } from '../../../lib/service/bridge/Bridge2021Bank.js'
import { bridge2021Category } from '../../../lib/service/bridge/Bridge2021Category.js'
import { bridge2021Item } from '../../../lib/service/bridge/Bridge2021Item.js'
import { bridge2021Stock } from '../../../lib/service/bridge/Bridge2021Stock.js'
import { bridge2021Transaction } from '../../../lib/service/bridge/Bridge2021Transaction.js'
import { bridge2025Account } from '../../../lib/service/bridge/Bridge2025Account.js'
import { bridge2025Category } from '../../../lib/service/bridge/Bridge2025Category.js'
import { bridge2025Item } from '../../../lib/service/bridge/Bridge2025Item.js'
import { bridge2025Provider } from '../../../lib/service/bridge/Bridge2025Provider.js'
import { bridge2025Stock } from '../../../lib/service/bridge/Bridge2025Stock.js'
import { bridge2025Transaction } from '../../../lib/service/bridge/Bridge2025Transaction.js'
import { reference } from '../../../lib/service/bridge/Reference.js'
import { isTotal, refusesEachField, roundTrips, wire } from '../../base/codec/laws.js'
import * as earliest from '../../fixtures/bridge2018.js'
import * as latest from '../../fixtures/bridge2021.js'
import * as newest from '../../fixtures/bridge2025.js'
import { accountReference } from '../../fixtures/references.js'

const day = '2023-04-21'
const urls = { url: '', authentication_page_url: '' }
const more = { ...urls, authentication_type: 'WEBVIEW', is_highlighted: true, display_order: 1 }

/** Each codec, an answer that it reads, the fields that it requires, and those that tell the API version with what they are. */
const codecs: ReadonlyArray<readonly [string, t.Mixed, object, ReadonlyArray<string>, Fields]> = [
  ['reference', reference, accountReference(7), ['id'], {}],
  ['2018 account', bridge2018Account, earliest.account2018, ['id', 'item'], { item: reference }],
  ['2018 bank', bridge2018Bank, { ...earliest.bank2018, parent_name: 'HVB', logo_url: '' }, ['id'], {}],
  [
    '2018 category',
    bridge2018Category,
    earliest.category2018,
    ['id', 'name', 'resource_uri'],
    { resource_uri: t.string },
  ],
  ['2018 item', bridge2018Item, earliest.item2018, ['id', 'status', 'bank'], { bank: reference }],
  ['2018 stock', bridge2018Stock, earliest.stock2018, ['id', 'updated_at', 'account'], { account: reference }],
  [
    '2018 transaction',
    bridge2018Transaction,
    earliest.transaction2018,
    ['id', 'account', 'amount', 'date', 'updated_at'],
    { account: reference },
  ],
  ['2018 user', bridge2018User, earliest.user2018, ['uuid', 'email'], { email: t.string }],
  ['2021 account', bridge2021Account, { ...latest.account2021, is_paused: false }, ['id', 'item_id'], { item_id: id }],
  ['2021 bank', bridge2021Bank, { ...latest.bank2021, ...more }, ['id', 'name'], { name: t.string }],
  ['2021 category', bridge2021Category, { id: 3, name: 'Salary', parent_id: 2 }, ['id', 'name'], {}],
  ['2021 item', bridge2021Item, latest.item2021, ['id', 'status', 'bank_id'], { bank_id: id }],
  ['2021 stock', bridge2021Stock, latest.stock2021, ['id', 'updated_at', 'account_id'], { account_id: id }],
  [
    '2021 transaction',
    bridge2021Transaction,
    { ...latest.transaction2021, booking_date: day, transaction_date: day, value_date: day },
    ['id', 'account_id', 'amount', 'date', 'updated_at'],
    { account_id: id },
  ],
  ['2025 category', bridge2025Category, { id: 3, name: 'Salary', parent_id: 2 }, ['id', 'name'], {}],
  [
    '2025 account',
    bridge2025Account,
    { ...newest.account2025, paused: false, loan_details: {}, savings_details: {} },
    ['id', 'item_id'],
    { item_id: id },
  ],
  ['2025 item', bridge2025Item, newest.item2025, ['id', 'status', 'provider_id'], { provider_id: id }],
  ['2025 provider', bridge2025Provider, newest.provider2025, ['id', 'name'], { name: t.string }],
  ['2025 stock', bridge2025Stock, newest.stock2025, ['id', 'updated_at', 'account_id'], { account_id: id }],
  [
    '2025 transaction',
    bridge2025Transaction,
    newest.transaction2025,
    ['id', 'account_id', 'amount', 'date', 'updated_at'],
    { account_id: id },
  ],
]

describe.each(codecs)('the codec of a %s', (_name, mixed, answer, required, telling) => {
  const codec = mixed as unknown as RecordType<Fields, Fields>

  it('keeps the laws', () => {
    roundTrips(codec, wire(record(codec.name, { ...codec.required, ...telling }, codec.optional)))
    isTotal(codec)
  })

  it('requires what is sure, and refuses each field of a wrong type', () => {
    expect(Object.keys(codec.required)).toEqual(required)
    refusesEachField(codec, answer)
  })

  it('knows every field of an answer', () => {
    const fields = Object.keys({ ...codec.required, ...codec.optional })
    expect(Object.keys(answer).filter((key) => !fields.includes(key))).toEqual([])
  })
})
