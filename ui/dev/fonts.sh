#!/bin/sh
# Makes the fonts of public/fonts: Inter and JetBrains Mono, cut to Latin, punctuation and the symbols of the interface.
# Needs npm, and fonttools with brotli in the Python that PYTHON names. Usage: dev/fonts.sh, in ui/.
set -eu
python=${PYTHON:-python3}
out=$PWD/public/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in inter-ui@4.1.1 @fontsource-variable/jetbrains-mono@5.3.0; do tar xzf "$(npm pack --silent "$package")" --one-top-level="${package##*/}"; done

# Latin, Latin-1, Latin Extended-A, combining marks, punctuation, arrows, mathematics, keys and marks.
text=U+0020-007E,U+00A0-017F,U+0192,U+0218-021B,U+02BC,U+02C6,U+02C7,U+02D8-02DD,U+0300-0304,U+0306-030C,U+0327,U+0328,U+1E9E
marks=U+2002-200B,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2032,U+2033,U+2039,U+203A,U+2044,U+2060,U+20AC,U+2116,U+2122
signs=U+2190-2199,U+21B5,U+21E7,U+2212,U+2215,U+2217,U+2248,U+2260,U+2264,U+2265,U+2303,U+2318,U+2325,U+2326,U+232B,U+23CE,U+25B2,U+25BC,U+25CB,U+25CF,U+2713,U+2715,U+FFFD

# One optical size and the weights of the interface.
inter=inter-ui@4.1.1/package
"$python" -m fontTools.varLib.instancer -q "$inter/variable/InterVariable.woff2" opsz=14 wght=400:650 -o inter.ttf
"$python" -m fontTools.subset inter.ttf --unicodes="$text,$marks,$signs" --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,case \
  --no-hinting --desubroutinize --flavor=woff2 --output-file="$out/inter.woff2"
cp "$inter/LICENSE.txt" "$out/LICENSE-Inter.txt"

# No ligatures: code is shown as it is written.
mono=jetbrains-mono@5.3.0/package
for part in latin:jetbrains-mono latin-ext:jetbrains-mono-ext; do
  "$python" -m fontTools.varLib.instancer -q "$mono/files/jetbrains-mono-${part%%:*}-wght-normal.woff2" wght=400:600 -o mono.ttf
  "$python" -m fontTools.subset mono.ttf --unicodes="*" --layout-features=ccmp,locl,mark,mkmk --no-hinting --flavor=woff2 --output-file="$out/${part##*:}.woff2"
done
cp "$mono/LICENSE" "$out/LICENSE-JetBrainsMono.txt"
