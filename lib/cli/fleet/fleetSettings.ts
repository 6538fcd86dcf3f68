import { CommandError, exitCodes, usageError } from '../CommandError.js'

/** The environment variables with the URL of the database. The first that is not empty is used. */
export const databaseVariables = ['RXBANK_DATABASE_URL', 'DATABASE_URL'] as const

/** The environment variable with the keys that encrypt tokens. */
export const keysVariable = 'RXBANK_SEAL_KEYS'

type Environment = Readonly<Record<string, string | undefined>>

const isDatabaseUrl = (text: string): boolean =>
  URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol) && new URL(text).pathname.length > 1

/** The URL of the database. An error that it throws does not contain the URL, because that may contain a password. */
export const databaseUrl = (env: Environment): string => {
  const variable = databaseVariables.find((name) => (env[name] ?? '') !== '')
  const value = variable === undefined ? undefined : env[variable]
  if (variable === undefined || value === undefined)
    throw usageError(
      `missing setting: database; set ${databaseVariables.join(' or ')}, such as postgres://rxbank@127.0.0.1:5432/bank`,
    )
  if (isDatabaseUrl(value)) return value
  throw usageError(`wrong database, from ${variable}: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE`)
}

const isKey = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32

/** The keys that encrypt tokens; an empty list if there are none. An error that it throws contains no key. */
export const sealKeys = (env: Environment): ReadonlyArray<string> => {
  const keys = (env[keysVariable] ?? '').split(',').filter((key) => key.trim() !== '')
  const trimmed = keys.map((key) => key.trim())
  if (trimmed.every(isKey)) return trimmed
  throw usageError(`wrong seal keys, from ${keysVariable}: expected 32 bytes in base64 each, separated by commas`)
}

/** The host and the name of the database, which may be shown on a screen. */
export const databaseName = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Reads all settings, and throws one error with a line for each setting that is missing or wrong. */
export const allSettings = <A extends ReadonlyArray<unknown>>(
  ...reads: { readonly [K in keyof A]: () => A[K] }
): { [K in keyof A]: A[K] } => {
  const problems: Array<string> = []
  const values = reads.map((read) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.misused) throw error
      problems.push(error.message)
      return undefined
    }
  })
  if (problems.length > 0) throw usageError(problems.join('\n'))
  return values as { [K in keyof A]: A[K] }
}
