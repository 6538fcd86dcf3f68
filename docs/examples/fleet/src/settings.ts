/** How large the example is. Times in milliseconds. */
export interface Settings {
  readonly users: number
  readonly workers: number
  readonly every: number
  readonly port: number
  readonly databaseUrl: string | undefined
}

const number = (name: string, usual: number): number => {
  const value = Number(process.env[name] || usual)
  if (Number.isInteger(value) && value >= 0) return value
  console.error(`${name}: expected a whole number`)
  return process.exit(2)
}

/** Reads the settings from the environment. */
export const readSettings = (): Settings => ({
  users: number('FLEET_USERS', 2000),
  workers: number('FLEET_WORKERS', 3),
  every: number('FLEET_EVERY', 30_000),
  port: number('FLEET_PORT', 8411),
  databaseUrl: process.env['DATABASE_URL'] || undefined,
})
