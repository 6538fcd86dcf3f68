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

/** The worst verdict of all areas; `skipped` if no operation was tried. */
const verdictOf = (found: ReadonlyArray<Area>, { operations }: DiagnosisState): Verdict => {
  const verdict = worstVerdict(found.map((area) => area.verdict))
  return verdict === 'failure' || operations.some(isAttempted) ? verdict : 'skipped'
}

/** Makes the report. */
export const createReport = (state: DiagnosisState): DoctorReport => {
  const found = areas.map((make) => make(state))
  return {
    report: 1,
    verdict: verdictOf(found, state),
    first: firstOf(found, 'failure') ?? firstOf(found, 'warning'),
    complete: state.complete && state.stopped === null,
    service: state.service,
    changes: state.changes,
    requests: state.requests,
    duration: Math.round(state.duration),
    settings: state.settings,
    areas: found,
    operations: state.operations,
  }
}
