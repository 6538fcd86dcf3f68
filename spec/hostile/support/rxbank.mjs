// The command line under attack, against a bank that says what a case wants.
import { join } from 'node:path'
import { secret } from './canaries.mjs'
import { project } from './installed.mjs'
import { inTurn } from './inTurn.mjs'
import { folder, program } from './program.mjs'

export const bin = join(project, 'node_modules', '.bin', 'rxbank')

/** An environment with nothing in it but the settings of a bank at an origin, and a home of its own. */
export const environment = (after, origin, more = {}) => ({
  PATH: process.env.PATH,
  HOME: folder(after),
  RXBANK_BASE_URL: origin,
  RXBANK_CLIENT_ID: 'app',
  RXBANK_CLIENT_SECRET: secret,
  RXBANK_EXTERNAL_USER_ID: 'A6J',
  RXBANK_PROFILE: 'documented',
  ...more,
})

/** Starts `rxbank` in a process of its own, for what is done to that process. */
export const rxbank = (after, args, env, options = {}) =>
  program(after, process.execPath, [bin, ...args], { env, ...options })

const begun = new Set()

/**
 * Runs `rxbank` to its end, for what it says and writes: each command in a process of its own at first, and then in one
 * that runs others before and after.
 */
export const run = (after, args, env) => {
  const [command] = args
  if (begun.has(command)) return inTurn(after, { args, env })
  begun.add(command)
  return rxbank(after, args, env).ended
}

/** Starts a line of a shell, in which `$RXBANK` is the command. */
export const shell = (after, line, env) =>
  program(after, 'bash', ['-c', line], { env: { ...env, RXBANK: `${process.execPath} ${bin}` } })
