// What axe-core finds in a page that Chromium shows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations in a tab: a line each, with the rule, how many elements, and the first of them. None is good. */
export const violations = async (tab) => {
  // Evaluated, and not as an element of the page: its policy of content may allow no script but its own.
  await tab.evaluate(source)
  const found = await tab.evaluate("axe.run(document, { preload: false, resultTypes: ['violations'] })")
  return found.violations.map(({ id, impact, nodes }) => {
    const [{ html, failureSummary }] = nodes
    return `${id} (${impact}), ${nodes.length} times: ${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`
  })
}
