// `ng add rxbank` adds providers, a gateway for development, and the proxy from `ng serve` to it. It changes nothing that is
// there already, so you can run it again.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { chain, noop, SchematicsException } = require('@angular-devkit/schematics')
const {
  addDependency,
  addRootProvider,
  InstallBehavior,
  readWorkspace,
  updateWorkspace,
} = require('@schematics/angular/utility')
const { peerDependencies } = require('../../../../package.json')

const gatewayFile = 'gateway.mjs'
const proxyFile = 'proxy.conf.json'
const proxy = { '/api/bank': { target: 'http://127.0.0.1:4300' } }

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/** The application that is named, or the first one. */
const findApp = (workspace, project) => {
  const found = [...workspace.projects].find(([name, { extensions }]) =>
    project === undefined ? extensions.projectType === 'application' : name === project,
  )
  if (found === undefined) throw new SchematicsException(`there is no application ${project ?? 'in this workspace'}`)
  const [name, app] = found
  return { name, root: app.sourceRoot ?? join(app.root, 'src'), serve: app.targets.get('serve') }
}

/** The text of all sources of an application, its specs left out. */
const sourcesOf = (tree, root) => {
  const texts = []
  tree.getDir(root).visit((path) => {
    if (path.endsWith('.ts') && !path.endsWith('.spec.ts')) texts.push(tree.readText(path))
  })
  return texts.join('\n')
}

/** From Angular 22 on HttpClient sends by fetch anyway. */
const sendsByFetch = ({ dependencies = {} }) => Number(/\d+/.exec(dependencies['@angular/core'] ?? '')?.[0]) >= 22

const provideHttp = (name, manifest) =>
  addRootProvider(name, ({ code, external }) => {
    const http = (word) => external(word, '@angular/common/http')
    return sendsByFetch(manifest)
      ? code`${http('provideHttpClient')}()`
      : code`${http('provideHttpClient')}(${http('withFetch')}())`
  })

const provideClient = (name) =>
  addRootProvider(name, ({ code, external }) => {
    const own = (word) => external(word, 'rxbank/angular')
    return code`${own('provideRxBank')}({ gateway: '/api/bank' }, ${own('withHttpClient')}())`
  })

const create = (path, text) => (tree) => tree.create(path, text)

const addScript = (tree) => {
  const manifest = tree.readJson('package.json')
  const scripts = { ...manifest.scripts, gateway: `node ${gatewayFile}` }
  tree.overwrite('package.json', json({ ...manifest, scripts }))
}

const serveThrough = (name) =>
  updateWorkspace((workspace) => {
    const serve = workspace.projects.get(name).targets.get('serve')
    serve.options = { ...serve.options, proxyConfig: proxyFile }
  })

/** What there is to do: what it is called, whether it is there already, and the rule that does it. */
const stepsOf = (tree, app) => {
  const sources = sourcesOf(tree, app.root)
  const manifest = tree.readJson('package.json')
  const proxied = app.serve?.options?.proxyConfig
  return [
    ['provideHttpClient in the providers', sources.includes('provideHttpClient('), provideHttp(app.name, manifest)],
    ['provideRxBank in the providers', sources.includes('provideRxBank('), provideClient(app.name)],
    [
      `${gatewayFile}, a gateway with a sandbox behind it`,
      tree.exists(gatewayFile),
      create(gatewayFile, readFileSync(join(__dirname, 'gateway.mjs.txt'), 'utf8')),
    ],
    ['the script gateway in package.json', manifest.scripts?.gateway !== undefined, addScript],
    [`${proxyFile}, which sends /api/bank there`, tree.exists(proxyFile), create(proxyFile, json(proxy))],
    [
      `proxyConfig of ng serve${proxied === undefined ? '' : `, which is ${proxied}`}`,
      app.serve === undefined || proxied !== undefined,
      serveThrough(app.name),
    ],
  ]
}

/** The schematic; it reports for each part whether it was added or existed already. */
exports.ngAdd =
  ({ project, skipInstall = false }) =>
  async (tree, { logger }) => {
    const app = findApp(await readWorkspace(tree), project)
    const install = skipInstall ? InstallBehavior.None : InstallBehavior.Auto
    const steps = stepsOf(tree, app)
    for (const [what, isThere] of steps) logger.info(`${isThere ? 'There already' : 'Added'}: ${what}`)
    const other = app.serve?.options?.proxyConfig
    if (other !== undefined && other !== proxyFile) logger.warn(`Put ${JSON.stringify(proxy)} into ${other}.`)
    logger.info('To try it: npm run gateway, and ng serve beside it. The guide: rxbank/docs/guides/angular.md')
    return chain([
      ...['fp-ts', 'io-ts']
        .filter((name) => tree.readJson('package.json').dependencies?.[name] === undefined)
        .map((name) => addDependency(name, peerDependencies[name], { install })),
      ...steps.map(([, isThere, rule]) => (isThere ? noop() : rule)),
    ])
  }
