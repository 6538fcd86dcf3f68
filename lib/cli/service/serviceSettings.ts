/** A setting: its name in messages, and its flag and variable. */
export interface Setting {
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
