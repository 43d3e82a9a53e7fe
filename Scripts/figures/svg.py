"""Lines, shapes and words of a picture in SVG, millimetres."""

INK, QUIET, LEFT, RIGHT, GREEN = "#1d2733", "#5d6b7a", "#1769aa", "#b3541e", "#2e7d4f"
STYLE = f"""<style>text{{font:4.6px Arial,Helvetica,"DejaVu Sans",sans-serif;fill:{INK}}}.q{{fill:{QUIET}}}.m{{text-anchor:middle}}.e{{text-anchor:end}}
.l{{fill:{LEFT}}}.r{{fill:{RIGHT}}}</style>"""


def path(points: list[tuple[float, float]], style: str, closed: bool = True) -> str:
    return f'<path d="M{" L".join(f"{x:.2f} {y:.2f}" for x, y in points)}{"Z" if closed else ""}" {style}/>'


def line(a, b, style: str) -> str:
    return f'<line x1="{a[0]:.2f}" y1="{a[1]:.2f}" x2="{b[0]:.2f}" y2="{b[1]:.2f}" {style}/>'


def text(p, words: str, style: str = "m") -> str:
    return f'<text x="{p[0]:.2f}" y="{p[1]:.2f}" class="{style}">{words}</text>'


def pen(colour: str, width: float = 0.7, dash: str = "") -> str:
    return f'stroke="{colour}" stroke-width="{width}" fill="none"' + (f' stroke-dasharray="{dash}"' if dash else "")


def picture(title: str, body: list[str], box: tuple[float, float, float, float] = (-92, -92, 184, 184)) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" width="{box[2] * 2.6:.0f}" '
        f'role="img" aria-label="{title}">{STYLE}<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" fill="#fff"/>'
        + "\n".join(body) + "</svg>\n")
