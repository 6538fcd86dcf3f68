import { buildCommandLine, type CommandLine } from './commandLine.js'
import { type Listening, listening } from './listening.js'
import { temporaryFolder } from './temporaryFolder.js'

export { asTerminal } from './terminal.js'

type Variables = Readonly<Record<string, string>>

/** The command line, told of a sandbox on a real port by its environment, and a folder to write to. */
export interface ServiceCommand extends Omit<Listening, 'client'>, Pick<CommandLine, 'run' | 'runAlone' | 'start'> {
  readonly path: (...names: ReadonlyArray<string>) => string
  /** What the environment says of the service, of its first user, and of a home without settings. */
  readonly env: () => Variables
  /** A command for a shell that runs it. */
  readonly shellCommand: () => string
}

/** For the specs of one `describe`: the command line is built once, the sandbox is new for each. */
export const serviceCommand = (config: Parameters<typeof listening>[0] = {}): ServiceCommand => {
  let cli: CommandLine
  const path = temporaryFolder()
  const { sandbox, url } = listening(config)

  beforeAll(() => {
    cli = buildCommandLine()
  })

  const env = (): Variables => ({
    HOME: path(),
    RXBANK_BASE_URL: url(),
    RXBANK_CLIENT_ID: sandbox().credentials.clientId,
    RXBANK_CLIENT_SECRET: sandbox().credentials.clientSecret,
    RXBANK_EXTERNAL_USER_ID: 'A6J',
    RXBANK_PROFILE: 'documented',
  })
  return {
    sandbox,
    url,
    path,
    env,
    run: (args, own = {}) => cli.run(args, { ...env(), ...own }),
    runAlone: (args, own = {}) => cli.runAlone(args, { ...env(), ...own }),
    start: (args, own = {}) => cli.start(args, { ...env(), ...own }),
    shellCommand: () => cli.shellCommand,
  }
}
