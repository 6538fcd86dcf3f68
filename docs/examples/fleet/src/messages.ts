/** What a worker is told to do. */
export interface Task {
  readonly databaseUrl: string
  readonly key: string
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly every: number
}

/** What a worker has done since it told last, and how many of its requests wait for a permit of the application. */
export interface Tally {
  readonly rounds: number
  readonly waiting: number
}

/** Where the invented bank is, and whom it knows. */
export interface Bank {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly users: ReadonlyArray<string>
}

/** What the bank is asked: to go on as it is, with no more news, and to tell all of its rows. */
export type Question = 'rest' | 'rows'

/** The ids of transactions by user. */
export type Rows = ReadonlyArray<readonly [user: string, ids: ReadonlyArray<string>]>
