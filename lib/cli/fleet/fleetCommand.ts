import { type Command, Option } from 'commander'
import { invalidRowChoices, type InvalidRows, parseDuration, parseInteger, parsePath } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import { withApplicationOptions } from '../service/serviceOptions.js'
import type { DrainOptions } from './drainFleet.js'
import { feedsOption, limitOption, noticeDaysOption } from './fleetOptions.js'
import type { StatusOptions } from './fleetStatus.js'
import type { AddOptions, ListOptions, RetryOptions } from './fleetUsersCommands.js'
import type { MigrateOptions } from './migrateDatabase.js'
import type { UpOptions } from './runWorker.js'

const database = `
The database is PostgreSQL 13 or later. Set RXBANK_DATABASE_URL, or else
DATABASE_URL, to postgres://USER:PASSWORD@HOST:PORT/DATABASE. There is no option
for it, because every user of this machine can read the options of a command.`

const fleetHelp = `${database}
Install pg and graphile-worker too: npm install pg graphile-worker

Examples:
  $ rxbank fleet migrate
  $ rxbank fleet users add --file users.txt
  $ rxbank fleet up --every 15m --limit 2000/5m
  $ rxbank fleet status`

const upHelp = `${database}
RXBANK_SEAL_KEYS are the keys that seal tokens in the database, 32 bytes in
base64 each, separated by commas: the first encrypts, all of them decrypt. With
keys all processes share one token for each user; otherwise each has its own.
  $ openssl rand -base64 32

Each process is one worker. Run any number of workers, on any machines, all with
the same options. They share the limit of --limit.

It prints a line for each failure, and a line with totals each minute; as JSON
if the output is not a terminal. Ctrl-C, SIGTERM, SIGHUP and "rxbank fleet
drain" end it after its rounds; rounds that take longer than 8 seconds go to
other workers. A second Ctrl-C ends it at once, and loses no data either.

Exit codes: 0 ended by a signal or a drain; 1 something failed; 2 wrong usage,
or settings that are missing or wrong.

Example:
  $ rxbank fleet up --every 15m --max-interval 4h --limit 2000/5m`

const statusHelp = `${database}
On a terminal it prints text, and with --watch it shows a screen. Otherwise it
prints JSON with time, users, failing (users whose last round has failed),
suspended (users), suspended_feeds (of other users), due, lag (how long the
oldest due round has waited, in milliseconds), held (running rounds), workers
(their names), paused (workers that wait because more than ten rounds in a row
have failed), balance_mismatches (accounts whose balance differs from their
transactions), waiting_proofs (100 accounts at most whose balance could not be
compared for two days: user, account, waits_for, since), and budget: the
application's limit (requests, per), its permits (leased, spent, free),
cool_down (milliseconds) and processes (those that had permits in the last
window); null if workers share no limit.

Examples:
  $ rxbank fleet status
  $ rxbank fleet status --json | jq .lag
  $ rxbank fleet status --watch`

const drainHelp = `${database}
All workers of "rxbank fleet up", on any machine, start no further round, let
their running rounds end, and exit with 0. This command waits until no worker is
left. Workers that start meanwhile end too. Afterwards you can start workers
again. Configure supervisors first: systemd with Restart=on-failure does not
restart a worker that has ended with 0. Kubernetes does, so scale the deployment
to 0.

Exit codes: 0 no worker is left; 1 workers are left at the deadline. stderr has
their names: they run in a program of your own, or have died, and no other
worker has taken over their rounds.

Example:
  $ rxbank fleet drain --deadline 1m`

const usersHelp = `
Examples:
  $ rxbank fleet users add A6J B7K
  $ rxbank fleet users list --suspended | jq -r .id`

const addHelp = `${database}
Name users by the application's own ids. Existing users do not change. The first
round of a single user starts soon; the first rounds of many users are spread
over the interval --every of "rxbank fleet up".

Examples:
  $ rxbank fleet users add A6J B7K
  $ cut -d, -f1 users.csv | rxbank fleet users add --file -`

const removeHelp = `${database}
Ends their rounds, and erases their rows, bookmarks and tokens. Nothing changes
at the service. You may remove a user twice.

Example:
  $ rxbank fleet users remove A6J`

const listHelp = `${database}
Prints a line for each user, ordered by id, as JSON if the output is not a
terminal: id, uuid (null before the first round that succeeds), every
(milliseconds between rounds), wait (milliseconds until the next round; null if
there is none until "retry"), failures (in a row), failing_for (milliseconds
since the first of them: the round before it was the last that succeeded),
last_error (why the last round failed; null after a round that succeeded),
reason (why the user is suspended), suspended_feeds (each with its reason and
its age in milliseconds).

Examples:
  $ rxbank fleet users list
  $ rxbank fleet users list --json | jq -r 'select(.last_error) | .id'
  $ rxbank fleet users list --suspended --json | jq -r .id`

const exportHelp = `${database}
Writes lines of JSON to standard output: one that describes the export, one for
each row that the mirror has of the user, and one that ends it. Amounts are
strings, so that no digit is lost. Without its last line, an export is
incomplete.

Example:
  $ rxbank fleet users export A6J > A6J.ndjson`

const retryHelp = `${database}
Schedules a round of each user at once, which reads suspended lists too. Remove
the cause of the failure first: "rxbank fleet users list" shows it. Without this
command a failing user waits longer after each failure, and a suspended user or
list waits six hours; a user whose "wait" is null waits for this command. When
a suspension ends, the log of a worker has UserResumed or FeedResumed.

Exit codes: 0 all are scheduled; 1 a user is unknown, or something failed.

Examples:
  $ rxbank fleet users retry A6J
  $ rxbank fleet users retry --all`

const migrateHelp = `${database}
Creates or updates the tables of the mirror, tokens, permits and the queue.
With --changes also the change log, which other programs and the live screen of
"rxbank fleet status" read, and which has a second copy of each new row. Workers
of the previous version may keep running. If two processes migrate at once, one
waits for the other.

Example:
  $ rxbank fleet migrate`

const every = (): Option =>
  new Option('--every <time>', 'time between two rounds of a user')
    .argParser(parseDuration(100))
    .default(900_000, '15m')

const addUp = (fleet: Command): void => {
  const command = fleet
    .command('up')
    .description('run rounds as a worker, until Ctrl-C')
    .addOption(every())
    .option(
      '--max-interval <time>',
      'maximum time between rounds of a user without changes; default: --every',
      parseDuration(100),
    )
    .addOption(
      new Option('--on-invalid-row <how>', 'a row that cannot be decoded: set its list aside, or leave the row out')
        .choices(invalidRowChoices)
        .default('error' satisfies InvalidRows),
    )
    .option('--feeds <names>', 'lists to read, separated by commas; default: all but refreshes', feedsOption)
    .option(
      '--consents <days>',
      'report consents these numbers of days before their end, such as 30,7,1',
      noticeDaysOption,
    )
    .option('--limit <n/time>', 'requests of the application that the service allows', limitOption)
    .option('--rounds <n>', 'how many rounds run at once', parseInteger(1, 10_000), 100)
    .option('--json', 'write lines of JSON to a terminal, too')
    .option('--verbose', 'print a line for each round')
  withApplicationOptions(command)
    .addHelpText('after', upHelp)
    .action(async (options: UpOptions) => runToEnd((await import('./runWorker.js')).runWorker(options)))
}

const addUsers = (fleet: Command): void => {
  const users = fleet.command('users').description('users of the fleet').addHelpText('after', usersHelp)
  users
    .command('add')
    .argument('[id...]', 'users')
    .description('add users')
    .option('--file <file>', 'a file with one id per line; -: standard input', parsePath)
    .addHelpText('after', addHelp)
    .action(async (ids: ReadonlyArray<string>, options: AddOptions) =>
      runToEnd((await import('./fleetUsersCommands.js')).addUsers(ids, options)),
    )
  users
    .command('remove')
    .argument('<id...>', 'users')
    .description('end rounds of users, and erase their data')
    .addHelpText('after', removeHelp)
    .action(async (ids: ReadonlyArray<string>) => runToEnd((await import('./fleetUsersCommands.js')).removeUsers(ids)))
  users
    .command('export')
    .argument('<id>', 'user')
    .description('write all data of a user')
    .addHelpText('after', exportHelp)
    .action(async (id: string) => runToEnd((await import('./exportFleetUser.js')).exportFleetUser(id)))
  users
    .command('list')
    .description('list users')
    .option('--suspended', 'only users who are suspended')
    .option('--json', 'write lines of JSON to a terminal, too')
    .addHelpText('after', listHelp)
    .action(async (options: ListOptions) => runToEnd((await import('./fleetUsersCommands.js')).listUsers(options)))
  users
    .command('retry')
    .argument('[id...]', 'users')
    .description('schedule rounds for users who fail or are suspended')
    .option('--all', 'all users who fail or are suspended')
    .addHelpText('after', retryHelp)
    .action(async (ids: ReadonlyArray<string>, options: RetryOptions) =>
      runToEnd((await import('./fleetUsersCommands.js')).retryUsers(ids, options)),
    )
}

/** Adds `rxbank fleet`. The module of a command is loaded when the command runs. */
export const addFleet = (program: Command): void => {
  const fleet = program
    .command('fleet')
    .description('mirror many users into PostgreSQL with many workers')
    .addHelpText('after', fleetHelp)
  addUp(fleet)
  fleet
    .command('status')
    .description('show users, workers, lag and budget')
    .option('--json', 'write a JSON object to a terminal, too')
    .option('--watch', 'until Ctrl-C: a screen, or an object every second')
    .addHelpText('after', statusHelp)
    .action(async (options: StatusOptions) => runToEnd((await import('./fleetStatus.js')).status(options)))
  addUsers(fleet)
  fleet
    .command('drain')
    .description('end all workers, each after its rounds')
    .addOption(
      new Option('--deadline <time>', 'maximum time to wait').argParser(parseDuration(0)).default(120_000, '2m'),
    )
    .addHelpText('after', drainHelp)
    .action(async (options: DrainOptions) => runToEnd((await import('./drainFleet.js')).drainFleet(options)))
  fleet
    .command('migrate')
    .description('create or update the tables')
    .option('--changes', 'also create the change log')
    .addHelpText('after', migrateHelp)
    .action(async (options: MigrateOptions) =>
      runToEnd((await import('./migrateDatabase.js')).migrateDatabase(options)),
    )
}
