import { Graph, layout } from '@dagrejs/dagre'

const margin = 14
/** The width of a letter, and the height of a box with a line of text, and of one with two. */
const [letter, low, high] = [6.8, 26, 40]

/** Places the layers of a graph and the points that the lines between them go through: those above import those below. */
export const placeLayers = (layers) => {
  const graph = new Graph()
  graph.setGraph({ ranker: 'tight-tree', nodesep: 14, ranksep: 26, edgesep: 8, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { name, entry = '' } of layers) {
    const width = Math.max(name.length, entry.length) * letter + 18
    graph.setNode(name, { name, entry, width, height: entry === '' ? low : high })
  }
  for (const { name, imports } of layers) for (const other of imports) graph.setEdge(name, other)
  layout(graph)
  return {
    ...graph.graph(),
    layers: layers.map(({ name }) => graph.node(name)),
    imports: layers.flatMap(({ name, imports }) =>
      imports.map((other) => ({
        from: graph.node(name),
        to: graph.node(other),
        bends: graph.edge(name, other).points.slice(1, -1),
      })),
    ),
  }
}
