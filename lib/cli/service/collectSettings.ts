import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { options } from '../../base/codec/options.js'
import { parseJson } from '../../base/codec/parseJson.js'
import { CommandError, usageError } from '../CommandError.js'
import { reasonOf } from '../output/openFile.js'
import {
  fileVariable,
  flagOf,
  type ServiceOptions,
  type SettingName,
  settingNames,
  settings,
} from './serviceOptions.js'

/** The settings in a credentials file. */
type FileContent = Partial<Readonly<Record<SettingName, string>>>

const stringEntry = (name: SettingName): readonly [SettingName, t.StringC] => [name, t.string]
const codec = options('an object', {}, Object.fromEntries(settingNames.map(stringEntry)))

/** Quotes a path for a shell, if necessary. */
const quotePath = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replace(/'/g, "'\\''")}'`)

/**
 * Throws if the file is neither a regular file nor a pipe, or if other users have access to it. `stats` must come from
 * the open file, because its path may lead to another file by now.
 */
const throwIfUnsafe = (path: string, stats: Stats): void => {
  const userId = process.getuid?.()
  if (!stats.isFile() && !stats.isFIFO()) throw usageError(`the credentials file ${quotePath(path)} is not a file`)
  if (userId === undefined) return
  if (stats.uid !== userId) {
    throw usageError(`the credentials file ${quotePath(path)} belongs to another user; make a copy of your own`)
  }
  if ((stats.mode & 0o077) !== 0) {
    throw usageError(`other users have access to the credentials file; run: chmod 600 ${quotePath(path)}`)
  }
}

const readSafely = (path: string): string => {
  const fd = openSync(path, 'r')
  try {
    throwIfUnsafe(path, fstatSync(fd))
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}

const parse = (path: string, content: string): FileContent => {
  const json = parseJson(content)
  if (isLeft(json)) {
    throw usageError(`the credentials file ${quotePath(path)} is ${json.left === 'empty' ? 'empty' : 'not JSON'}`)
  }
  const decoded = decode(codec, json.right)
  if (isLeft(decoded)) {
    const problems = decoded.left.map(
      ({ path, expected }) => `${path.slice(1) || 'the whole file'}: expected ${expected}`,
    )
    throw usageError(`the credentials file ${quotePath(path)} is wrong: ${problems.join('; ')}`)
  }
  return decoded.right
}

/**
 * Reads a credentials file; `undefined` if there is none. Throws if it is invalid, or if other users have access to it.
 */
export const readCredentials = (path: string): FileContent | undefined => {
  let content
  try {
    content = readSafely(path)
  } catch (error) {
    if (error instanceof CommandError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw usageError(`the credentials file ${quotePath(path)} cannot be read: ${reasonOf(error)}`)
  }
  return parse(path, content)
}

const home = (): string => {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** The default path of the credentials file; `undefined` if the user has no home directory. */
export const defaultCredentialsFile = (env: NodeJS.ProcessEnv): string | undefined => {
  const configHome = env.XDG_CONFIG_HOME ?? ''
  const folder = isAbsolute(configHome) ? configHome : join(home(), '.config')
  return isAbsolute(folder) ? join(folder, 'rxbank', 'credentials.json') : undefined
}

/** The value of a setting, and its source for messages: a flag, a variable or the file. */
export interface SettingValue {
  readonly value: string
  readonly source: string
}

/** All settings that have a value, with one user at most. */
export type CollectedSettings = Partial<Readonly<Record<SettingName, SettingValue | undefined>>>

const identities = ['userUuid', 'externalUserId', 'email'] as const

const collect = (
  values: (name: SettingName) => string | undefined,
  source: (name: SettingName) => string,
): CollectedSettings =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = values(name)
      return value === undefined ? [] : [[name, { value, source: source(name) }]]
    }),
  )

const fromFile = (explicitPath: string | undefined, env: NodeJS.ProcessEnv): CollectedSettings => {
  const path = explicitPath ?? defaultCredentialsFile(env)
  const content = path === undefined ? undefined : readCredentials(path)
  if (content === undefined && explicitPath !== undefined)
    throw usageError(`there is no credentials file ${explicitPath}`)
  return collect(
    (name) => content?.[name],
    (name) => `"${name}" in ${String(path)}`,
  )
}

/** The user of the first level that has one, even if another level identifies a user in another way. */
const oneUser = (levels: ReadonlyArray<CollectedSettings>): CollectedSettings => {
  for (const level of levels) {
    const identityNames = identities.filter((name) => level[name] !== undefined)
    const sources = identityNames.map((name) => level[name]?.source)
    if (identityNames.length > 1)
      throw usageError(`several users are set, by ${sources.join(' and ')}; remove all except one`)
    const [name] = identityNames
    if (name !== undefined) return { [name]: level[name] }
  }
  return {}
}

/** An empty variable counts as not set. */
const nonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

/** Merges the settings of flags, environment variables and credentials file, in this order of precedence. */
export const collectSettings = (options: ServiceOptions, env: NodeJS.ProcessEnv): CollectedSettings => {
  const flags = collect(
    (name) => (options as FileContent)[name],
    (name) => flagOf(name) ?? name,
  )
  const variables = collect(
    (name) => nonEmpty(env[settings[name].variable]),
    (name) => settings[name].variable,
  )
  const file = fromFile(options.credentials ?? nonEmpty(env[fileVariable]), env)
  const noUser = { userUuid: undefined, externalUserId: undefined, email: undefined }
  return { ...file, ...variables, ...flags, ...noUser, ...oneUser([flags, variables, file]) }
}
