import { wordsOf } from '../../service/model/similarity.js'
import type { OwnAccount } from './TransferConfig.js'

/** The lengths of IBANs, by country of SEPA. */
const lengths: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  (
    'AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 ' +
    'LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** A text in capitals and with only letters and digits, as the standard compares IBANs. */
export const compactIban = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const hasValidChecksum = (iban: string): boolean => {
  let remainder = 0
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of parseInt(char, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}

/**
 * The complete IBANs of SEPA countries in a text, with a correct checksum. Spaces inside them are ignored. A shortened
 * or masked IBAN is not found.
 */
export const findIbans = (text: string): ReadonlyArray<string> => {
  const compact = compactIban(text)
  return Array.from(compact.matchAll(/(?=([A-Z]{2})\d{2})/g), ({ index, 1: country = '' }) =>
    compact.slice(index, index + (lengths.get(country) ?? 0)),
  ).filter(
    (iban) => /^[A-Z0-9]+$/.test(iban) && iban.length === lengths.get(iban.slice(0, 2)) && hasValidChecksum(iban),
  )
}

/** Whether a text without spaces is a complete IBAN of any country, with a correct checksum. */
export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) &&
  (lengths.get(text.slice(0, 2)) ?? text.length) === text.length &&
  hasValidChecksum(text)

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
 * Whether two ids mean one account, such as one that was connected twice: the IBAN and the currency are the same. If
 * the currency of an account is unknown, `isSameCurrency` decides. An account with several currencies has one IBAN for
 * all.
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
