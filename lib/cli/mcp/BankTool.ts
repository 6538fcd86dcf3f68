import type { Observable } from 'rxjs'
import type { Clock } from '../../index.js'
import type { BankDatabase } from './BankDatabase.js'

/** What the tools read: the tables of one user. */
export interface BankSource {
  readonly database: BankDatabase
  readonly user: string
  readonly showIbans: boolean
  readonly clock: Clock
}

/** What a tool answers, as JSON. */
export type Answer = Readonly<Record<string, unknown>>

/** A tool that reads: its name, what it is for, the JSON schema of its input, and how it is run. */
export interface BankTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly run: (input: Readonly<Record<string, unknown>>) => Observable<Answer>
}
