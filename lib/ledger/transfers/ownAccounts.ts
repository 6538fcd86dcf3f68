import { wordsOf } from '../../service/model/similarity.js'
import { compactIban } from './findIbans.js'
import type { OwnAccount } from './TransferConfig.js'

/** What the rules read of an account of the person. */
interface AccountFacts {
  /** The IBAN without spaces; empty if it is unknown, or so short that it would be found by chance. */
  readonly iban: string
  readonly isIbanKnown: boolean
  readonly currency: string | undefined
  readonly isCard: boolean
  readonly nameWords: ReadonlySet<string>
}

/** The person's accounts, by id. */
export type OwnAccounts = ReadonlyMap<string, AccountFacts>

/** The minimum length of an IBAN in characters. */
const minIban = 10

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const toOwnAccounts = (accounts: ReadonlyArray<OwnAccount>): OwnAccounts =>
  new Map(
    accounts.map(({ id, iban, name, type, currency_code: currency }) => {
      const compact = compactIban(textOf(iban))
      return [
        String(id),
        {
          iban: compact.length >= minIban ? compact : '',
          isIbanKnown: textOf(iban) !== '',
          currency: typeof currency === 'string' ? currency : undefined,
          isCard: type === 'card',
          nameWords: wordsOf(textOf(name)),
        },
      ]
    }),
  )

/**
 * Whether two ids mean one account, such as one that was connected twice: the IBAN and the currency are the same. If the
 * currency of an account is unknown, `isSameCurrency` counts. An account with several currencies has one IBAN for all.
 */
export const isSameAccount = (accounts: OwnAccounts, one: string, other: string, isSameCurrency: boolean): boolean => {
  const [first, second] = [accounts.get(one), accounts.get(other)]
  if (one === other || !first || !second) return one === other
  const areCurrenciesKnown = first.currency !== undefined && second.currency !== undefined
  return (
    first.iban !== '' &&
    first.iban === second.iban &&
    (areCurrenciesKnown ? first.currency === second.currency : isSameCurrency)
  )
}
