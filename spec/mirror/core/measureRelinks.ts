// Measures how a mirror links the accounts of invented persons who connect banks again: `npm run relinks -- [FIRST] [COUNT]`.
import { addReports, emptyReport, liveRelinks } from '../../helpers/relinkedLives.js'

/** The persons of one database. */
const size = 8

const [, , first = '0', count = '10000'] = process.argv

const measure = async (): Promise<void> => {
  const started = process.cpuUsage()
  let report = emptyReport()
  const end = Number(first) + Number(count)
  for (let seed = Number(first); seed < end; seed += size) {
    const seeds = Array.from({ length: Math.min(size, end - seed) }, (_, index) => seed + index)
    report = addReports(report, await liveRelinks(seeds))
    if (process.stderr.isTTY) process.stderr.write(`\r${String(report.counts.users)} persons`)
  }
  const { counts, ...problems } = report
  for (const [name, value] of Object.entries(counts)) console.log(`${name}: ${String(value)}`)
  for (const [name, found] of Object.entries(problems)) {
    console.log(`${name}: ${String(found.length)}`)
    for (const text of found.slice(0, 20)) console.log(`  ${text}`)
  }
  console.log(`${(process.cpuUsage(started).user / 1e6).toFixed(1)} s of CPU`)
}

void measure()
