import type { Command } from 'commander'
import { column } from '../formatText.js'
import { parsePath } from '../optionParsers.js'
import { defaultProfile, profiles } from '../profiles.js'

/** A setting: its name in messages, and its flag and variable. */
interface Setting {
  readonly label: string
  /** Missing for secrets, because every user of a machine can see the arguments of all processes. */
  readonly flag?: string
  readonly variable: string
}

/** The settings of the service and the user, by their names in a credentials file. */
export const settings = {
  profile: { label: 'profile', flag: '--profile', variable: 'RXBANK_PROFILE' },
  baseUrl: { label: 'base URL', flag: '--base-url', variable: 'RXBANK_BASE_URL' },
  clientId: { label: 'client id', flag: '--client-id', variable: 'RXBANK_CLIENT_ID' },
  clientSecret: { label: 'client secret', variable: 'RXBANK_CLIENT_SECRET' },
  serviceVersion: { label: 'version', flag: '--service-version', variable: 'RXBANK_SERVICE_VERSION' },
  userUuid: { label: 'user uuid', flag: '--user-uuid', variable: 'RXBANK_USER_UUID' },
  externalUserId: {
    label: 'external id',
    flag: '--external-user-id',
    variable: 'RXBANK_EXTERNAL_USER_ID',
  },
  email: { label: 'email', variable: 'RXBANK_EMAIL' },
  password: { label: 'password', variable: 'RXBANK_PASSWORD' },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** The names of the settings, in the order of messages. */
export const settingNames = Object.keys(settings) as ReadonlyArray<SettingName>

/** The flag of a setting. */
export const flagOf = (name: SettingName): string | undefined => (settings[name] as Setting).flag

/** The variable that names the credentials file. */
export const fileVariable = 'RXBANK_CREDENTIALS'

/** The flags about the service and the user; `credentials` is the path of a file. */
export interface ServiceOptions {
  readonly profile?: string
  readonly baseUrl?: string
  readonly clientId?: string
  readonly externalUserId?: string
  readonly userUuid?: string
  readonly serviceVersion?: string
  readonly credentials?: string
}

const publicNames = ['profile', 'baseUrl', 'clientId', 'serviceVersion'] as const
const applicationNames = ['profile', 'baseUrl', 'clientId', 'clientSecret', 'serviceVersion'] as const
const newUserNames = [...applicationNames, 'externalUserId'] as const
const userNames = [
  'profile',
  'baseUrl',
  'clientId',
  'clientSecret',
  'serviceVersion',
  'userUuid',
  'externalUserId',
  'email',
  'password',
] as const

const row = (name: SettingName): string => {
  const { label, variable } = settings[name]
  return `  ${column(label, 15)}${column(flagOf(name) ?? '', 20)}${column(variable, 25)}"${name}"`
}

const userHelp = 'Identify the user by uuid, by external id, or by email and password.\n'

const help = (names: ReadonlyArray<SettingName>): string => `
Settings come from flags, or else the environment, or else a JSON file.
${names.map(row).join('\n')}
  the file       --credentials       ${fileVariable}
${names.includes('email') ? userHelp : ''}The profile sets the base URL and version of the service; the default is
${defaultProfile.name}. "documented" has no base URL.
The default file is ~/.config/rxbank/credentials.json, if it exists. Only you
may have access to it: chmod 600. Secrets are never flags.`

const withNames = (command: Command, names: ReadonlyArray<SettingName>): Command => {
  const has = (name: SettingName): boolean => names.includes(name)
  command
    .option('--profile <name>', `the deployment: ${profiles.map(({ name }) => name).join(', ')}`)
    .option('--base-url <url>', 'the URL of the service, without the root of its paths')
    .option('--client-id <id>', "the application's id")
    .option('--service-version <date>', 'the API version, a date')
  if (has('userUuid')) command.option('--user-uuid <uuid>', 'the user, by uuid')
  if (has('externalUserId')) command.option('--external-user-id <id>', "the user, by the application's own id")
  return command
    .option('--credentials <file>', 'a JSON file with other settings', parsePath)
    .addHelpText('after', help(names))
}

/** Adds the flags of a command that reads data of a user, and help on the variables and the file. */
export const withServiceOptions = (command: Command): Command => withNames(command, userNames)

/** Adds the flags of a command that creates a user, and help on the variables and the file. */
export const withNewUserOptions = (command: Command): Command => withNames(command, newUserNames)

/** Adds the flags of a command that needs no user, and help on the variables and the file. */
export const withPublicOptions = (command: Command): Command => withNames(command, publicNames)

/** Adds the flags of a command that works for all users of an application, and help on the variables and the file. */
export const withApplicationOptions = (command: Command): Command => withNames(command, applicationNames)
