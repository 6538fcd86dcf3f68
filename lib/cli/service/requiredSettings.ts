import { misuse } from '../CommandError.js'
import { column } from '../formatText.js'
import type { Gathered } from './collectSettings.js'
import { fileVariable, flagOf, type SettingName, settings } from './serviceSettings.js'

/** The settings that a command requires: one of each list. A base URL is required too if the profile has none. */
export type Needs = ReadonlyArray<ReadonlyArray<SettingName>>

export const publicNeeds: Needs = [['clientId']]
export const applicationNeeds: Needs = [...publicNeeds, ['clientSecret']]
export const userNeeds: Needs = [...applicationNeeds, ['userUuid', 'externalUserId', 'email']]

const what = (names: ReadonlyArray<SettingName>): string =>
  names.length > 1 ? 'user' : names.map((name) => settings[name].label).join()

const how = (name: SettingName): string => {
  const flag = flagOf(name)
  return [...(flag === undefined ? [] : [flag]), settings[name].variable, `"${name}"`].join(', ')
}

const line = (names: ReadonlyArray<SettingName>): string =>
  `  ${column(what(names), 15)}${names.map(how).join(`,\n${' '.repeat(17)}`)}`

/** Throws one error that names all missing settings and how to give them. */
export const refuseMissing = (needs: Needs, given: Gathered): void => {
  const withPassword: Needs = given.email === undefined ? needs : [...needs, ['password']]
  const missing = withPassword.filter((names) => names.every((name) => given[name] === undefined))
  if (missing.length === 0) return
  throw misuse(
    [
      `not given: ${missing.map(what).join(', ')}`,
      'Give each as a flag, a variable, or a field of the credentials file:',
      ...missing.map(line),
      `The file is JSON: --credentials, ${fileVariable}, or ~/.config/rxbank/credentials.json.`,
    ].join('\n'),
  )
}
