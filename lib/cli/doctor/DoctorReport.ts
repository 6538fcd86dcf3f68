/** The result of one part; `skipped` if it could not be tried. */
export type Verdict = 'ok' | 'warning' | 'failure' | 'skipped'

/** The subjects of a report, in this order. */
export type AreaName =
  | 'settings'
  | 'reachability'
  | 'clock'
  | 'credentials'
  | 'version'
  | 'operations'
  | 'fields'
  | 'paging'
  | 'limits'

/** One result: what was found, and what to do about it. Neither text contains a secret or a value of a response. */
export interface Finding {
  readonly verdict: Verdict
  readonly message: string
  readonly advice: string | null
}

/** The findings about one subject; the verdict is the worst of theirs. */
export interface Area {
  readonly name: AreaName
  readonly verdict: Verdict
  readonly findings: ReadonlyArray<Finding>
}

/** A setting, and where it was given; `null` if it was not. The value is never in a report. */
export interface SettingReport {
  readonly name: string
  readonly label: string
  readonly source: string | null
}

/**
 * The outcome of an operation.
 *
 * - `answered`: with success, and the response decoded.
 * - `undecoded`: with success, but the response is not what the profile expects.
 * - `refused`: 401, 403 or another status from 400 to 499.
 * - `absent`: the service does not have it: 404, 405 or 501.
 * - `limited`: 429.
 * - `redirected`: 300 to 399, which is never followed.
 * - `failed`: 500 to 599.
 * - `unanswered`: no response, or none in time.
 * - `misled`: the link to the next page is wrong.
 * - `unspecified`: the profile or its API version does not have the operation.
 * - `not-tried`: `reason` says why.
 */
export type Outcome =
  | 'answered'
  | 'undecoded'
  | 'refused'
  | 'absent'
  | 'limited'
  | 'redirected'
  | 'failed'
  | 'unanswered'
  | 'misled'
  | 'unspecified'
  | 'not-tried'

/** The path in a response at which decoding failed, and what was expected there. */
export interface Mismatch {
  readonly path: string
  readonly expected: string
}

/**
 * A field that the service sends and the profile does not know. It was in `count` of the `total` objects that could
 * have it.
 */
export interface UnknownField {
  readonly path: string
  readonly types: ReadonlyArray<string>
  readonly count: number
  readonly total: number
}

/**
 * A field of the profile that is missing: it was in `count` of `total` objects, in none or, if it is required, not in
 * all.
 */
export interface MissingField {
  readonly path: string
  readonly required: boolean
  readonly count: number
  readonly total: number
}

/** A field with an assumed type that differed in `count` values; these values were kept unchanged. */
export interface DifferingField {
  readonly path: string
  readonly expected: string
  readonly count: number
}

/** How the codecs of a known profile read the same responses. */
export interface Fit {
  readonly profile: string
  readonly decodes: boolean
  readonly unknown: number
  readonly missing: number
  readonly differing: number
}

/**
 * The result of one operation of the profile.
 *
 * - `path`: its template; `null` if the profile has none.
 * - `reason`: why it was not tried, in words; or what went wrong, as one word of the error or of the service.
 * - `status`: of its last response.
 * - `duration`: milliseconds until the first response was received in full.
 * - `size`: characters of the largest response.
 * - `pages`, `rows`: how many were read; at most two pages are.
 * - `hasNext`: whether the first page had a link to another one; `null` for an operation that is not a list.
 */
export interface OperationReport {
  readonly operation: string
  readonly access: 'public' | 'application' | 'user'
  readonly path: string | null
  readonly outcome: Outcome
  readonly verdict: Verdict
  readonly reason: string | null
  readonly status: number | null
  readonly duration: number | null
  readonly size: number | null
  readonly pages: number
  readonly rows: number
  readonly hasNext: boolean | null
  readonly mismatches: ReadonlyArray<Mismatch>
  readonly unknownFields: ReadonlyArray<UnknownField>
  readonly missingFields: ReadonlyArray<MissingField>
  readonly differingFields: ReadonlyArray<DifferingField>
  readonly fits: ReadonlyArray<Fit>
}

/**
 * The report of the doctor, as `--json` prints it.
 *
 * - `report`: the version of this format, 1.
 * - `verdict`: the worst of its areas.
 * - `first`: what to do first; `null` if there is nothing to do.
 * - `complete`: whether everything that could be tried was; `false` after Ctrl-C or the deadline.
 * - `service`: the base URL, the profile and the version that were used.
 * - `requests`: how many were sent. `duration`: the duration of the whole examination, in milliseconds.
 */
export interface DoctorReport {
  readonly report: 1
  readonly verdict: Verdict
  readonly first: string | null
  readonly complete: boolean
  readonly service: {
    readonly origin: string
    readonly profile: string
    readonly versionHeader: string
    readonly serviceVersion: string
  }
  readonly requests: number
  readonly duration: number
  readonly settings: ReadonlyArray<SettingReport>
  readonly areas: ReadonlyArray<Area>
  readonly operations: ReadonlyArray<OperationReport>
}
