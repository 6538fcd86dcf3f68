/** A setting of the service: what it is called, and where it is given. */
export interface Setting {
  readonly label: string
  /** Secrets have none: every user of a machine sees the arguments of all processes. */
  readonly flag?: string
  readonly variable: string
}

/** What it takes to speak to a service for a user, by the names in a credentials file. */
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

/** Their names, in the order in which they are told. */
export const settingNames = Object.keys(settings) as ReadonlyArray<SettingName>

/** The flag of a setting. */
export const flagOf = (name: SettingName): string | undefined => (settings[name] as Setting).flag

/** Where the credentials file is named, other than by its flag. */
export const fileVariable = 'RXBANK_CREDENTIALS'
