import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { BankDatabase } from './BankDatabase.js'

/** What the tools read: the tables of one user. */
export interface BankSource {
  readonly database: BankDatabase
  readonly user: string
  readonly showIbans: boolean
  readonly clock: Clock
}

/** The answer of a tool, as JSON. */
export type Answer = Readonly<Record<string, unknown>>

/** A read-only tool: its name, its description, the JSON schema of its input, and the function that runs it. */
export interface BankTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly run: (input: Readonly<Record<string, unknown>>) => Observable<Answer>
}
