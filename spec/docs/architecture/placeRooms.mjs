import { Graph, layout } from '@dagrejs/dagre'

const margin = 14
/** The width of a letter, and the height of a box with one line of text, and with two. */
const [letter, low, high] = [6.8, 26, 40]

/** Places the rooms of a graph, those that import above those that they import, and the bends of the lines between. */
export const placeRooms = (rooms) => {
  const graph = new Graph()
  graph.setGraph({ ranker: 'tight-tree', nodesep: 22, ranksep: 30, edgesep: 10, marginx: margin, marginy: margin })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { name, contents } of rooms) {
    const width = Math.max(name.length, contents.length) * letter + 18
    graph.setNode(name, { name, contents, width, height: contents === '' ? low : high })
  }
  for (const { name, imports } of rooms) for (const other of imports) graph.setEdge(name, other)
  layout(graph)
  return {
    ...graph.graph(),
    rooms: rooms.map(({ name }) => graph.node(name)),
    imports: rooms.flatMap(({ name, imports }) =>
      imports.map((other) => ({
        from: graph.node(name),
        to: graph.node(other),
        bends: graph.edge(name, other).points.slice(1, -1),
      })),
    ),
  }
}
