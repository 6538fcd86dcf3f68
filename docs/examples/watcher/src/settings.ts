import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { nearest } from './nearest.js'

/** What a bank speaks: the API as documented, or the Bridge API as of 2025-01-15. */
const profiles = ['documented', 'bridge2025'] as const
export type ProfileName = (typeof profiles)[number]

/** A service that speaks the interface, and what opens it. */
export interface Bank {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly profile: ProfileName
}

/** What the environment says. */
export interface Settings {
  /** Without one, an invented bank runs beside the service. */
  readonly bank: Bank | undefined
  /** Who is added to the table of users. */
  readonly users: ReadonlyArray<string>
  /** The file of the database. */
  readonly database: string
  /** Milliseconds from the end of a round to the next. */
  readonly every: number
  readonly host: string
  readonly port: number
  readonly logLevel: string
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const wholeNumber = (least: number, most: number) => (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

const listOf = (text: string) =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings of an environment, or says what is wrong with it: a line each, without what was given. */
export const readSettings = (environment: Environment): Either<ReadonlyArray<string>, Settings> => {
  const known: Array<string> = []
  const wrong: Array<string> = []

  const read = <A>(name: string, expected: string, parse: (text: string) => A | undefined): A | undefined => {
    known.push(name)
    const text = environment[name]
    if (text === undefined || text === '') return undefined
    const value = parse(text)
    if (value === undefined) wrong.push(`${name}: expected ${expected}`)
    return value
  }
  const readText = (name: string): string | undefined => read(name, 'text', (text) => text)

  const isUrl = (text: string) => (URL.canParse(text) ? text : undefined)
  const baseUrl = read('WATCHER_BASE_URL', 'a URL, such as https://bank.example', isUrl)
  const clientId = readText('WATCHER_CLIENT_ID')
  const clientSecret = readText('WATCHER_CLIENT_SECRET')
  const isProfile = (text: string) => profiles.find((name) => name === text)
  const profile = read('WATCHER_PROFILE', `one of ${profiles.join(', ')}`, isProfile)
  const users = read('WATCHER_USERS', 'external user ids with commas between', listOf) ?? []
  const database = readText('WATCHER_DATABASE')
  const every = read('WATCHER_EVERY', 'milliseconds, 100 to a day', wholeNumber(100, 86_400_000))
  const host = readText('WATCHER_HOST') ?? '127.0.0.1'
  const port = read('WATCHER_PORT', 'a port, 0 to 65535; 0 takes any', wholeNumber(0, 65_535)) ?? 9464
  const isLevel = (text: string) => (levels.includes(text) ? text : undefined)
  const logLevel = read('WATCHER_LOG_LEVEL', `one of ${levels.join(', ')}`, isLevel) ?? 'info'

  for (const name of Object.keys(environment).filter((name) => name.startsWith('WATCHER_') && !known.includes(name)))
    wrong.push(`${name}: there is no such setting; did you mean ${nearest(name, known)}?`)

  const ofBank = ['WATCHER_BASE_URL', 'WATCHER_CLIENT_ID', 'WATCHER_CLIENT_SECRET']
  const missing = ofBank.filter((name) => (environment[name] ?? '') === '')
  if (missing.length > 0 && missing.length < ofBank.length)
    wrong.push(`${missing.join(' and ')}: missing; a bank takes three settings, and the invented one none of them`)

  if (missing.length === ofBank.length && database !== undefined)
    wrong.push('WATCHER_DATABASE: not with the invented bank, whose copy is invented.db and begins anew with it')
  if (missing.length === ofBank.length && profile !== undefined)
    wrong.push('WATCHER_PROFILE: not with the invented bank, which is bridge2025')

  if (wrong.length > 0) return left(wrong)
  const bank =
    baseUrl === undefined || clientId === undefined || clientSecret === undefined
      ? undefined
      : { baseUrl, clientId, clientSecret, profile: profile ?? 'bridge2025' }
  return right({
    bank,
    users,
    database: database ?? (bank === undefined ? 'invented.db' : 'watcher.db'),
    every: every ?? (bank === undefined ? 3000 : 60_000),
    host,
    port,
    logLevel,
  })
}
