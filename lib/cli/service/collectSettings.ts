import { usageError } from '../CommandError.js'
import { defaultCredentialsFile, type FileContent, readCredentials } from './credentialsFile.js'
import type { ServiceOptions } from './serviceOptions.js'
import { fileVariable, flagOf, type SettingName, settingNames, settings } from './serviceSettings.js'

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
