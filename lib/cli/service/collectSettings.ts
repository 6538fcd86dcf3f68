import { misuse } from '../CommandError.js'
import { type FileContent, readCredentials, usualFile } from './credentialsFile.js'
import type { ServiceOptions } from './serviceOptions.js'
import { fileVariable, flagOf, type SettingName, settingNames, settings } from './serviceSettings.js'

/** The value of a setting, and where it was given, for messages. */
export interface Given {
  readonly value: string
  readonly source: string
}

/** All settings that were given, with one user at most. */
export type Gathered = Partial<Readonly<Record<SettingName, Given | undefined>>>

const identities = ['userUuid', 'externalUserId', 'email'] as const

const collect = (values: (name: SettingName) => string | undefined, source: (name: SettingName) => string): Gathered =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = values(name)
      return value === undefined ? [] : [[name, { value, source: source(name) }]]
    }),
  )

const fromFile = (named: string | undefined, env: NodeJS.ProcessEnv): Gathered => {
  const path = named ?? usualFile(env)
  const content = path === undefined ? undefined : readCredentials(path)
  if (content === undefined && named !== undefined) throw misuse(`there is no credentials file ${named}`)
  return collect(
    (name) => content?.[name],
    (name) => `"${name}" in ${String(path)}`,
  )
}

/** Keeps the user of the first level that names one, even if another level names a user in another way. */
const oneUser = (levels: ReadonlyArray<Gathered>): Gathered => {
  for (const level of levels) {
    const named = identities.filter((name) => level[name] !== undefined)
    const sources = named.map((name) => level[name]?.source)
    if (named.length > 1) throw misuse(`several users are named, by ${sources.join(' and ')}; leave all but one out`)
    const [name] = named
    if (name !== undefined) return { [name]: level[name] }
  }
  return {}
}

/** An empty variable counts as not set. */
const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

/** Merges the settings of flags, environment variables and credentials file, in this order of precedence. */
export const gather = (options: ServiceOptions, env: NodeJS.ProcessEnv): Gathered => {
  const flags = collect(
    (name) => (options as FileContent)[name],
    (name) => flagOf(name) ?? name,
  )
  const variables = collect(
    (name) => filled(env[settings[name].variable]),
    (name) => settings[name].variable,
  )
  const file = fromFile(options.credentials ?? filled(env[fileVariable]), env)
  const nobody = { userUuid: undefined, externalUserId: undefined, email: undefined }
  return { ...file, ...variables, ...flags, ...nobody, ...oneUser([flags, variables, file]) }
}
