import type { Command } from 'commander'
import { runToEnd } from '../runToEnd.js'
import { type ServiceOptions, withNewUserOptions } from '../service/serviceOptions.js'

const usersHelp = `
"rxbank pull users" lists the users.

Example:
  $ rxbank users ensure --external-user-id A6J`

const ensureHelp = `
Writes the user with this id as one JSON object. Creates the user if there is
none. You may run it twice, or at the same time as another program: there is one
user in the end.

Examples:
  $ rxbank users ensure --external-user-id A6J
  $ rxbank users ensure --external-user-id A6J | jq -r .uuid`

/** Adds `rxbank users`. */
export const addUsers = (program: Command): void => {
  const users = program.command('users').description('create users of the application').addHelpText('after', usersHelp)
  const ensure = users
    .command('ensure')
    .description("find a user by the application's own id, or create the user")
    .addHelpText('after', ensureHelp)
  withNewUserOptions(ensure).action(async (options: ServiceOptions) =>
    runToEnd((await import('./showEnsuredUser.js')).showEnsuredUser(options)),
  )
}
