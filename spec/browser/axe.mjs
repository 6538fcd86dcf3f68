// What axe-core finds in a page that Chromium shows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that look at colors: of one page in two schemes, all others find the same twice. */
const ofColors = ['color-contrast', 'link-in-text-block']

const run = async (tab, options) => {
  const asked = JSON.stringify({ preload: false, resultTypes: ['violations'], ...options })
  const found = await tab.evaluate(`axe.run(document, ${asked})`)
  return found.violations.map(({ id, impact, nodes }) => {
    const [{ html, failureSummary }] = nodes
    return `${id} (${impact}), ${nodes.length} times: ${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ')}`
  })
}

const load = async (tab, options) => {
  // Evaluated, and not as an element of the page: its policy of content may allow no script but its own.
  await tab.evaluate(source)
  return run(tab, options)
}

/** The violations in a tab: a line each, with the rule, how many elements, and the first of them. None is good. */
export const violations = (tab) => load(tab)

/** Those by the rules of colors alone, of a page that was looked at by all rules in another scheme. */
export const violationsOfColors = (tab) => load(tab, { runOnly: ofColors })

/** Those of a page by all rules in the light scheme, and by the rules of colors in the dark one. */
export const violationsOfSchemes = async (tab) => {
  await tab.emulateMedia({ colorScheme: 'light' })
  const light = await violations(tab)
  await tab.emulateMedia({ colorScheme: 'dark' })
  const dark = await run(tab, { runOnly: ofColors })
  return { light, dark }
}
