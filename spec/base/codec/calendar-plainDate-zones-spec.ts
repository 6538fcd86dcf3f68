import * as t from 'io-ts'
import { AssumedType } from '../../../lib/base/codec/assumed.js'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { LenientType, RecordType } from '../../../lib/base/codec/record.js'
import type { Fields } from '../../../lib/base/codec/RecordOf.js'
import { bridge2018, bridge2021 } from '../../../lib/bridge.js'
import { documentedProfile } from '../../../lib/index.js'
import { nodeProcess } from '../../helpers/nodeProcess.js'

const profiles = [documentedProfile, bridge2018, bridge2021]

const bare = (codec: unknown): unknown =>
  codec instanceof AssumedType || codec instanceof LenientType ? bare(codec.type) : codec

/** The fields of a codec that are called a date, by their paths, and the codec of each. */
const dates = (given: unknown, path: string): ReadonlyArray<readonly [string, unknown]> => {
  const codec = bare(given)
  if (codec instanceof t.ArrayType) return dates(codec.type, `${path}/*`)
  if (!(codec instanceof RecordType)) return []
  const { required, optional } = codec as RecordType<Fields, Fields>
  const fields = Object.entries<unknown>({ ...required, ...optional })
  return fields.flatMap(([key, field]) =>
    /(^|_)date$/.test(key) ? [[`${path}/${key}`, bare(field)] as const] : dates(field, `${path}/${key}`),
  )
}

/** Days on which clocks change, or that a zone has twice or not at all, and the ends of years. */
const days = ['2024-02-29', '2024-03-31', '2024-10-27', '2011-12-30', '2023-12-31', '2024-01-01', '1970-01-01']

/** Decodes a row of each kind, with a day in each field that may have one, and writes it again. */
const program = `
  import { decode } from '../lib/base/codec/decode.js'
  import { bridge2018 } from '../lib/service/bridge/bridge2018.js'
    import { bridge2021 } from '../lib/service/bridge/bridge2021.js'
  import { documentedProfile } from '../lib/service/profile/documentedProfile.js'

  const reference = { id: 2, resource_uri: '/v2/accounts/2', resource_type: 'account' }
  const wireRow = (day: string) => {
    const dates = { date: day, booking_date: day, transaction_date: day, value_date: day }
    const details = { next_payment_date: day, maturity_date: day, opening_date: day }
    const places = { account_id: 2, account: reference, item_id: 2, item: reference }
    const row = { id: 1, ...places, ...dates, amount: -4.99, updated_at: '2024-03-31T00:30:00.000Z' }
    return { ...row, loan_details: details, savings_details: { opening_date: day } }
  }
  const reported = [new Date(2024, 0, 1).getTimezoneOffset(), new Date(2024, 6, 1).getTimezoneOffset()]
  const changed = []
  let read = 0
  for (const { name, codecs } of [documentedProfile, bridge2018, bridge2021])
    for (const codec of [codecs.transaction, codecs.stock, codecs.account])
      for (const day of ${JSON.stringify(days)}) {
        const row = wireRow(day)
        const decoded = decode(codec, row)
        const isSame =
          decoded._tag === 'Right' &&
          JSON.stringify(decoded.right) === JSON.stringify(row) &&
          JSON.stringify(codec.encode(decoded.right as never)) === JSON.stringify(row)
        if (!isSame) changed.push([name, codec.name, day])
        read++
      }
  console.log(JSON.stringify({ reported, read, changed }))
`

describe('plain dates', () => {
  it('are what every model has for a date', () => {
    const found = profiles.flatMap(({ name, codecs }) =>
      Object.entries(codecs).flatMap(([key, codec]) => dates(codec, `${name}/${key}`)),
    )
    expect(found.filter(([, codec]) => codec !== plainDate).map(([path]) => path)).toEqual([])
    expect(found.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        'documented/transaction/value_date',
        'bridge2018/account/loan_details/next_payment_date',
        'bridge2018/stock/value_date',
        'bridge2021/transaction/booking_date',
      ]),
    )
  })

  it.each([
    ['UTC', [0, 0]],
    ['Pacific/Kiritimati', [-840, -840]],
    ['Pacific/Pago_Pago', [660, 660]],
    ['America/St_Johns', [210, 150]],
    ['Europe/Paris', [-60, -120]],
    ['Australia/Lord_Howe', [-660, -630]],
  ])('are read and written as they were sent in %s', async (zone, reported) => {
    const { code, stdout, stderr } = await nodeProcess(program, { TZ: zone })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ reported, read: 3 * 3 * days.length, changed: [] })
  })
})
