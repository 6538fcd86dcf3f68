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

const areaCreators = [
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
const priority: ReadonlyArray<AreaName> = [
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

const firstAdvice = (areas: ReadonlyArray<Area>, verdict: Verdict): string | null => {
  const ranked = [...areas].sort((a, b) => priority.indexOf(a.name) - priority.indexOf(b.name))
  const findings = ranked.flatMap((area) => area.findings.filter((finding) => finding.verdict === verdict))
  return findings.find(({ advice }) => advice !== null)?.advice ?? null
}

/** The worst verdict of all areas; `skipped` if no operation was tried. */
const verdictOf = (areas: ReadonlyArray<Area>, { operations }: DiagnosisState): Verdict => {
  const verdict = worstVerdict(areas.map((area) => area.verdict))
  return verdict === 'failure' || operations.some(isAttempted) ? verdict : 'skipped'
}

/** Creates the report. */
export const createReport = (state: DiagnosisState): DoctorReport => {
  const areas = areaCreators.map((create) => create(state))
  return {
    report: 1,
    verdict: verdictOf(areas, state),
    first: firstAdvice(areas, 'failure') ?? firstAdvice(areas, 'warning'),
    complete: state.complete && state.stopped === null,
    service: state.service,
    requests: state.requests,
    duration: Math.round(state.duration),
    settings: state.settings,
    areas,
    operations: state.operations,
  }
}
