// npm run site: builds guides, reference and playground as one static site, into docs/site/dist or the folder that is given.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Application, TSConfigReader } from 'typedoc'
import reference from '../../.config/typedoc.config.js'
import { buildPlayground } from '../playground/build.mjs'
import { writeForPrograms } from './llms.mjs'
import { pageOptions } from './pages.mjs'
import { playgroundParts } from './playgroundParts.mjs'
import { searchOptions } from './search.mjs'
import { themeOptions } from './theme.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
/** What runs in each page, in one file. */
const script = resolve('node_modules/.cache/rxbank/site/page.js')

const options = {
  ...reference,
  readme: 'README.md',
  ...pageOptions,
  ...themeOptions,
  plugin: [...reference.plugin, ...pageOptions.plugin, ...themeOptions.plugin, ...searchOptions.plugin],
  categoryOrder: [
    'None',
    'Start',
    'Learn',
    'Use',
    'Platforms',
    'Operate',
    'Reference',
    'Maintain',
    ...reference.categoryOrder,
  ],
  customCss: join(here, 'style.css'),
  customJs: script,
  favicon: join(here, 'favicon.svg'),
  headings: { readme: false, document: false },
  navigationLinks: {
    Guides: 'site:guides/index.html',
    Reference: 'site:modules.html',
    Playground: 'site:playground/index.html',
  },
  hideGenerator: true,
  locales: { en: { theme_os: 'System' } },
  includeHierarchySummary: false,
  useFirstParagraphOfCommentAsSummary: true,
  highlightLanguages: [
    'typescript',
    'tsx',
    'javascript',
    'jsx',
    'svelte',
    'vue',
    'json',
    'jsonc',
    'shellscript',
    'sql',
    'yaml',
  ],
}

/** Builds the site into a folder, which is emptied first; throws where typedoc warns of anything. */
export const buildSite = async (outdir) => {
  await build({ entryPoints: [join(here, 'page/main.js')], bundle: true, minify: true, outfile: script })
  const app = await Application.bootstrapWithPlugins({ ...options, out: outdir }, [new TSConfigReader()])
  const project = await app.convert()
  if (project === undefined) throw new Error('typedoc: the sources could not be read')
  app.validate(project)
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc: see the warnings above')
  writeForPrograms(outdir)
  await buildPlayground(join(outdir, 'playground'), playgroundParts(outdir))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSite(resolve(process.argv[2] ?? join(here, 'dist')))
