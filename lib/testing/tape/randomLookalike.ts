import { isRight } from 'fp-ts/lib/Either.js'
import { id } from '../../base/codec/id.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { uuid } from '../../base/codec/uuid.js'
import { secureRandomInt } from '../../base/platform/secureRandomInt.js'

const day = 24 * 60 * 60 * 1000

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + secureRandomInt(26))).join('')

/** A random word, long enough that no two are equal. */
export const randomWord = (): string => letters(12)

const randomDate = (): Date => new Date(secureRandomInt(40_000) * day + secureRandomInt(day))

/**
 * Replaces each digit by a random one, except leading zeros. The first other digit, and the last one after a decimal point,
 * do not become zero.
 */
const randomDigits = (mantissa: string): string => {
  let hasStarted = false
  const last = mantissa.includes('.') ? mantissa.length - 1 : -1
  return Array.from(mantissa, (character, index) => {
    if (!/\d/.test(character) || (character === '0' && !hasStarted)) return character
    const isFirst = !hasStarted
    hasStarted = true
    return String(isFirst || index === last ? 1 + secureRandomInt(9) : secureRandomInt(10))
  }).join('')
}

/** A random number with the same sign, magnitude and number of decimals; a safe integer for a safe integer. */
export const randomNumber = (text: string): string => {
  const [mantissa = '', exponent] = text.split('e')
  const digits = randomDigits(mantissa)
  const random = Number(exponent === undefined ? digits : `${digits}e${exponent}`)
  const isAlike = Number.isFinite(random) && Number.isSafeInteger(random) === Number.isSafeInteger(Number(text))
  return isAlike ? String(random) : randomNumber(text)
}

/** Characters that every header can contain. The codecs of secrets accept no others. */
const visible = /^[\x21-\x7e]{1,8192}$/

/**
 * The kinds of text that codecs distinguish, each with a function that creates a random text of that kind; the first
 * match counts.
 */
const shapes: ReadonlyArray<readonly [fits: (text: string) => boolean, generate: (text: string) => string]> = [
  [(text) => isRight(id.decode(text)), randomNumber],
  [uuid.is, (text) => text.replace(/[^-]/g, () => secureRandomInt(16).toString(16))],
  [plainDate.is, () => randomDate().toISOString().slice(0, 10)],
  [(text) => isRight(timestamp.decode(text)), () => randomDate().toISOString()],
  [
    (text) => /^https?:/i.test(text) && URL.canParse(text),
    (text) => `${new URL(text).protocol}//${randomWord()}.invalid/`,
  ],
  [(text) => /^[^\s@]+@[^\s@]+$/.test(text), () => `${randomWord()}@mail.invalid`],
  [(text) => visible.test(text), randomWord],
  [() => true, () => `${letters(6)} ${letters(6)}`],
]

/** A random text of the same kind. */
export const randomLookalike = (text: string): string =>
  (shapes.find(([fits]) => fits(text)) as (typeof shapes)[number])[1](text)
