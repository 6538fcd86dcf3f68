import { draw, fraction, integerBelow, pick } from '../seededRandom.js'
import type { World } from '../World.js'

const kinds = ['Banque', 'Crédit', 'Caisse', 'Union', 'Société', 'Comptoir', 'Mutuelle', 'Bank', 'Sparhaus', 'Banco']
const traits = [
  'Régional',
  'Populaire',
  'Maritime',
  'Agraire',
  'Commun',
  'Général',
  'Moderne',
  'du Nord',
  'du Sud',
  'Direct',
]
const regions = [
  'Loire',
  'Provence',
  'Bretagne',
  'Alpes',
  'Picardie',
  'Kent',
  'Bayern',
  'Galicia',
  'Lazio',
  'Brabant',
  'Algarve',
]
const countries = ['FR', 'FR', 'FR', 'FR', 'GB', 'DE', 'ES', 'IT', 'NL', 'PT', 'LU']
const colors = ['0a5c36', '1d3557', '9b2226', '343a40', '6a4c93', '005f73']

/** The id of a bank by its number from 0. Ids increase with the numbers. */
const bankId = (seed: number, index: number): number => 100 + index * 3 + integerBelow(draw(seed, index), 3)

/** The number of the test bank, in the order of the banks' ids. */
const demoIndex = 158

/** The id of the bank with a number, among the banks of a sandbox. */
export const bankIdOf = ({ seed, banks, demoBank }: World, index: number): number =>
  demoBank !== undefined && index === Math.min(demoIndex, banks - 1) ? demoBank : bankId(seed, index)

/** The row of the bank with a number from 0, in the format of API version 2021-06-01. */
export const bankRow = (seed: number, index: number, id: number) => {
  const bankSeed = draw(draw(seed, 0xba2c), index)
  const drawPart = (salt: number): number => draw(bankSeed, salt)
  const parent = `${pick(drawPart(1), kinds)} ${pick(drawPart(2), traits)}`
  const color = pick(drawPart(4), colors)
  const isWebview = fraction(drawPart(5)) < 0.3
  return {
    id,
    name: `${parent} ${pick(drawPart(3), regions)}`,
    parent_name: parent,
    country_code: pick(drawPart(6), countries),
    primary_color: color,
    secondary_color: fraction(drawPart(7)) < 0.5 ? null : 'ffffff',
    logo_url: fraction(drawPart(8)) < 0.05 ? '' : `https://images.sandbox.invalid/banks/${String(id)}.png`,
    form: isWebview ? [] : form(drawPart(9)),
    authentication_type: isWebview ? 'WEBVIEW' : 'INTERNAL_CREDS',
    capabilities: ['ais', 'account_check', ...(fraction(drawPart(10)) < 0.4 ? ['single_transfer'] : [])],
    transfer: { nb_max_transactions: null, max_size_label: null, multiple_dates_transfers: false },
    payment: { multiple_dates_payments: false, sender_iban_available: fraction(drawPart(11)) < 0.5 },
    channel_type: ['dsp2'],
    is_highlighted: fraction(drawPart(12)) < 0.02,
    display_order: integerBelow(drawPart(13), 100),
  }
}

/** The row of a bank. */
export type BankRow = ReturnType<typeof bankRow>

const field = (label: string, type: string, numeric: boolean, maxLength: number | null) => ({
  label,
  type,
  isNum: numeric ? '1' : '0',
  minLength: null,
  maxLength: maxLength,
})

const form = (formSeed: number): ReadonlyArray<ReturnType<typeof field>> => [
  field('Identifiant', 'USER', fraction(formSeed) < 0.5, fraction(formSeed) < 0.5 ? 11 : null),
  field('Code secret', 'PWD', fraction(draw(formSeed, 1)) < 0.7, fraction(draw(formSeed, 1)) < 0.7 ? 6 : null),
  ...(fraction(draw(formSeed, 2)) < 0.1 ? [field('Date de naissance', 'PWD2', true, 8)] : []),
]
