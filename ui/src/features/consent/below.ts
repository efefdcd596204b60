// Owns what the strip above the answers says: what lies below the fold and was not seen yet.

/** Something that can lie below the fold. */
export type Item = { name: string; kind: "argument" | "part"; place: "below" | "cut" | "seen" };

/** The sentence of the strip, or `null` if everything was seen. */
export function belowText(items: readonly Item[]): string | null {
  const below = items.filter((item) => item.place === "below");
  const args = below.filter((item) => item.kind === "argument").length;
  const words = [
    ...(args ? [`${args} ${args === 1 ? "argument" : "arguments"}`] : []),
    ...below.filter((item) => item.kind === "part").map((item) => item.name),
    ...items.filter((item) => item.place === "cut").map((item) => `the end of ${item.name}`),
  ];
  const last = words.pop();
  if (last === undefined) return null;
  const list = words.length ? `${words.join(", ")} and ${last}` : last;
  const many = words.length > 0 || args > 1;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${many ? "are" : "is"} below`;
}
