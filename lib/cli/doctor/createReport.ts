import { clockArea } from './areas/clockArea.js'
import { worstVerdict } from './areas/createArea.js'
import { credentialsArea } from './areas/credentialsArea.js'
import { fieldsArea } from './areas/fieldsArea.js'
import { limitsArea } from './areas/limitsArea.js'
import { operationsArea } from './areas/operationsArea.js'
import { pagingArea } from './areas/pagingArea.js'
import { reachabilityArea } from './areas/reachabilityArea.js'
import { settingsArea } from './areas/settingsArea.js'
import { versionArea } from './areas/versionArea.js'
import type { DiagnosisState } from './DiagnosisState.js'
import type { Area, AreaName, DoctorReport, Verdict } from './DoctorReport.js'
import { isAttempted } from './isAttempted.js'

const areas = [
  settingsArea,
  reachabilityArea,
  clockArea,
  credentialsArea,
  versionArea,
  operationsArea,
  fieldsArea,
  pagingArea,
  limitsArea,
]

/** The order in which problems are to be solved: each may be the cause of those after it. */
const order: ReadonlyArray<AreaName> = [
  'reachability',
  'version',
  'credentials',
  'clock',
  'fields',
  'paging',
  'operations',
  'limits',
  'settings',
]

const firstOf = (found: ReadonlyArray<Area>, verdict: Verdict): string | null => {
  const ranked = [...found].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  const advices = ranked.flatMap(({ findings }) => findings.filter((each) => each.verdict === verdict))
  return advices.find(({ advice }) => advice !== null)?.advice ?? null
}

/** The worst verdict of all areas; `skipped` where no operation was tried, as nothing is known of the service then. */
const verdictOf = (found: ReadonlyArray<Area>, { operations }: DiagnosisState): Verdict => {
  const verdict = worstVerdict(found.map((area) => area.verdict))
  return verdict === 'failure' || operations.some(isAttempted) ? verdict : 'skipped'
}

/** Makes the report. */
export const createReport = (known: DiagnosisState): DoctorReport => {
  const found = areas.map((make) => make(known))
  return {
    report: 1,
    verdict: verdictOf(found, known),
    first: firstOf(found, 'failure') ?? firstOf(found, 'warning'),
    complete: known.complete && known.stopped === null,
    service: known.service,
    changes: known.changes,
    requests: known.requests,
    duration: Math.round(known.duration),
    settings: known.settings,
    areas: found,
    operations: known.operations,
  }
}
