// Owns what the strip above the answers says: what lies below the fold and was not seen yet.

/** Something that can lie below the fold. */
export type Item = {
  name: string;
  kind: "argument" | "part";
  place: "below" | "cut" | "seen";
  /** What several of them are called; without it, parts of one name are named once. */
  many?: string | undefined;
};

/** A part's title inside a sentence; an argument's name is the server's and stays as it is. */
function nameOf(item: Item): string {
  const inSentence = item.kind === "part" && !/^[A-Z]{2}/.test(item.name);
  return inSentence ? item.name.charAt(0).toLowerCase() + item.name.slice(1) : item.name;
}

/** Parts in their order, those of one name together. */
function parts(below: readonly Item[]): string[] {
  const names = [...new Set(below.map(nameOf))];
  return names.map((name) => {
    const [first, ...others] = below.filter((item) => nameOf(item) === name);
    return first?.many && others.length ? `${others.length + 1} ${first.many}` : name;
  });
}

/** The sentence of the strip, or `null` if everything was seen. */
export function belowText(items: readonly Item[]): string | null {
  const below = items.filter((item) => item.place === "below");
  const args = below.filter((item) => item.kind === "argument").length;
  const words = [
    ...(args ? [`${args} ${args === 1 ? "argument" : "arguments"}`] : []),
    ...parts(below.filter((item) => item.kind === "part")),
    ...items.filter((item) => item.place === "cut").map((item) => `more of ${nameOf(item)}`),
  ];
  const last = words.pop();
  if (last === undefined) return null;
  const list = words.length ? `${words.join(", ")} and ${last}` : last;
  const many = words.length > 0 || below.length > 1;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${many ? "are" : "is"} below`;
}
