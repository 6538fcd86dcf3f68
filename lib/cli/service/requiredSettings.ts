import { usageError } from '../CommandError.js'
import { column } from '../formatText.js'
import type { CollectedSettings } from './collectSettings.js'
import { fileVariable, flagOf, type SettingName, settings } from './serviceOptions.js'

/** The settings that a command requires: one of each list. If the profile has no base URL, it is required too. */
export type RequiredSettings = ReadonlyArray<ReadonlyArray<SettingName>>

export const publicRequirements: RequiredSettings = [['clientId']]
export const applicationRequirements: RequiredSettings = [...publicRequirements, ['clientSecret']]
export const newUserRequirements: RequiredSettings = [...applicationRequirements, ['externalUserId']]
export const userRequirements: RequiredSettings = [...applicationRequirements, ['userUuid', 'externalUserId', 'email']]

const labelOf = (names: ReadonlyArray<SettingName>): string =>
  names.length > 1 ? 'user' : names.map((name) => settings[name].label).join()

const sourcesOf = (name: SettingName): string => {
  const flag = flagOf(name)
  return [...(flag === undefined ? [] : [flag]), settings[name].variable, `"${name}"`].join(', ')
}

const line = (names: ReadonlyArray<SettingName>): string =>
  `  ${column(labelOf(names), 15)}${names.map(sourcesOf).join(`,\n${' '.repeat(17)}`)}`

/** Throws one error that names all missing settings and how to set them. */
export const refuseMissing = (needs: RequiredSettings, input: CollectedSettings): void => {
  const hasEmail = input.email !== undefined && needs.some((names) => names.includes('email'))
  const withPassword: RequiredSettings = hasEmail ? [...needs, ['password']] : needs
  const missing = withPassword.filter((names) => names.every((name) => input[name] === undefined))
  if (missing.length === 0) return
  throw usageError(
    [
      `missing settings: ${missing.map(labelOf).join(', ')}`,
      'Set each with a flag, a variable, or a field of the credentials file:',
      ...missing.map(line),
      `The file is JSON: --credentials, ${fileVariable}, or ~/.config/rxbank/credentials.json.`,
    ].join('\n'),
  )
}
