import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { type Assumption, type Judge, type Observation, observation } from '../Assumption.js'
import { isSuccess, type ParsedResponse } from '../ParsedResponse.js'
import { valueForm } from '../valueShape.js'

type Row = ParsedResponse['rows'][number]

/** Judges the rows of a resource one by one. For a row that shows nothing, `judge` returns `undefined`. */
const judgeRows =
  (resource: string, judge: (row: Row, response: ParsedResponse) => Observation | undefined): Judge =>
  (responses) =>
    responses
      .filter((response) => response.operation.resource === resource && isSuccess(response))
      .flatMap((response) => response.rows.flatMap((row) => judge(row, response) ?? []))

const resources = ['bank', 'category', 'item', 'account', 'transaction', 'stock']

const ids: ReadonlyArray<Assumption> = resources.map((resource) => ({
  id: `${resource}.id`,
  sentence: `The id of a resource of the kind ${resource} is an integer below 2^53.`,
  judge: judgeRows(resource, ({ id }) =>
    id === undefined
      ? undefined
      : observation(Number.isSafeInteger(id), Number.isSafeInteger(id) ? 'integer' : valueForm(id)),
  ),
}))

const halfYear = 180 * 24 * 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

const isText = (value: unknown): value is string => typeof value === 'string'

/** What is documented or inferred only for 2025-01-15. */
const assumptionsOf2025: ReadonlyArray<Assumption> = [
  {
    id: 'account.balance',
    sentence: '`balance` repeats `accounting_balance` or `instant_balance`.',
    judge: judgeRows('account', ({ balance, accounting_balance: booked, instant_balance: instant }) => {
      if (balance === undefined || (booked === undefined && instant === undefined)) return undefined
      const isRepeated = balance === booked || balance === instant
      return observation(isRepeated, isRepeated ? 'repeated' : 'a third value')
    }),
  },
  {
    id: 'account.disabled',
    sentence: 'An account without access (`data_access: disabled`) has no balance and no IBAN.',
    judge: judgeRows('account', (row) => {
      if (row.data_access !== 'disabled') return undefined
      const shownNames = ['balance', 'iban'].filter((name) => row[name] !== undefined)
      return observation(shownNames.length === 0, shownNames.length === 0 ? 'neither' : shownNames.join(', '))
    }),
  },
  {
    id: 'item.consent',
    sentence: '`authentication_expires_at` is at most 180 days ahead.',
    judge: judgeRows('item', ({ authentication_expires_at: end }, { now }) => {
      const left = isText(end) ? Date.parse(end) - now : NaN
      if (Number.isNaN(left)) return undefined
      return observation(left <= halfYear + day, left <= halfYear + day ? 'within 180 days' : 'later')
    }),
  },
  {
    id: 'transaction.account',
    sentence: 'Transactions of one account have the id of that account.',
    judge: (responses) =>
      responses
        .filter(({ query }) => query.has('account_id'))
        .flatMap(({ rows, query }) =>
          rows.map(({ account_id: account }) => {
            const isSame = String(account) === query.get('account_id')
            return observation(isSame, isSame ? 'the same' : account === undefined ? 'none' : 'another')
          }),
        ),
  },
]

/** Assumptions about the fields of resources that their codecs do not state. */
export const resourceAssumptions = ({ serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> => {
  const removal = serviceVersion === '2025-01-15' ? 'deleted' : 'is_deleted'
  return [
    ...ids,
    {
      id: 'transaction.removal',
      sentence: `A removed transaction has \`${removal}: true\`.`,
      judge: judgeRows('transaction', (row) => {
        const flags = ['deleted', 'is_deleted'].filter((name) => row[name] === true)
        return flags.length === 0 ? undefined : observation(flags.includes(removal), flags.join(', '))
      }),
    },
    {
      id: 'transaction.days',
      sentence: 'The dates of transactions are days of the calendar, without a time.',
      judge: judgeRows('transaction', ({ date }) =>
        date === undefined ? undefined : observation(valueForm(date) === 'date', valueForm(date)),
      ),
    },
    {
      id: 'transaction.amount',
      sentence: '`amount` is a number.',
      judge: judgeRows('transaction', ({ amount }) =>
        amount === undefined
          ? undefined
          : observation(typeof amount === 'number', typeof amount === 'number' ? 'number' : valueForm(amount)),
      ),
    },
    ...(serviceVersion === '2025-01-15' ? assumptionsOf2025 : []),
  ]
}
