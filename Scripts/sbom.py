"""Lists what the program is made of, with versions and licences, as SPDX 2.3 in JSON, and validates the list.

    python3 Scripts/sbom.py PROGRAM OUTPUT.spdx.json

Swift packages are those of Package.resolved, libraries those that the program loads (ldd) by the Debian packages that own
them. What is compiled in has the licences of Scripts/packaging/copyright; a Debian package has the licence that its
copyright file states for all files, where a machine can read it, and else none asserted. Needs Debian and
Scripts/requirements-sbom.txt.
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from debian.copyright import Copyright, NotMachineReadableError
from license_expression import ExpressionError
from spdx_tools.common.spdx_licensing import spdx_licensing
from spdx_tools.spdx.model import (
    Actor, ActorType, CreationInfo, Document, ExternalPackageRef, ExternalPackageRefCategory, ExtractedLicensingInfo, Package,
    Relationship, RelationshipType, SpdxNoAssertion)
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
from spdx_tools.spdx.writer.json.json_writer import write_document_to_file

ROOT = Path(__file__).resolve().parents[1]
COMPILED_IN = {"Eigen": "libeigen3-dev", "Boost": "libboost-dev"}
"""Headers of which the program holds code, by their names in Scripts/packaging/copyright: the Debian packages."""

SWIFT_PACKAGES = {"grdb.swift": "GRDB", "yams": "Yams", "swiftcsv": "SwiftCSV"}
"""Names in Scripts/packaging/copyright where they differ from those in Package.resolved."""


@dataclass
class Licences:
    """The licences of copyright files as SPDX knows them; those that it does not know, with their texts."""

    extracted: dict[str, ExtractedLicensingInfo] = field(default_factory=dict)

    def read(self, path: Path, files: str = "*"):
        """What a copyright file states for some files, and the other licences in it."""
        try:
            with path.open(encoding="utf-8", errors="replace") as text:
                copyright = Copyright(text, strict=False)
        except (OSError, NotMachineReadableError, ValueError):
            return SpdxNoAssertion(), []
        stated = {part.files: part.license for part in copyright.all_files_paragraphs() if part.license}
        own = stated.get((files,)) or copyright.header.license
        texts = {part.license.synopsis: part.license.text for part in copyright.all_license_paragraphs() if part.license}
        if not own:
            return SpdxNoAssertion(), []
        others = sorted({licence.synopsis for licence in stated.values()} - {own.synopsis})
        return self.expression(own.synopsis, own.text or texts.get(own.synopsis, "")), others if files == "*" else []

    def expression(self, synopsis: str, text: str):
        words = re.sub(r",? (and|or|with) ", lambda match: f" {match[1].upper()} ", synopsis)
        words = re.sub(r"\b(A?L?GPL|GFDL)-(\d)(\.\d)?(\+?)", lambda m: f"{m[1]}-{m[2]}{m[3] or '.0'}-{'or-later' if m[4] else 'only'}", words)
        words = re.sub(r"\bExpat\b", "MIT", words)
        words = re.sub(r"\bApache-2\b(?!\.)", "Apache-2.0", words)
        words = words.replace("Runtime-Library-Exception", "Swift-exception")
        try:
            return spdx_licensing.parse(words, validate=True)
        except ExpressionError:
            pass
        reference = "LicenseRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", synopsis).strip("-")
        self.extracted[reference] = ExtractedLicensingInfo(
            license_id=reference, extracted_text=text.strip() or synopsis, license_name=synopsis)
        return spdx_licensing.parse(reference)


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, output = Path(sys.argv[1]), Path(sys.argv[2])
    version = told(program, "--version").strip()
    licences, ours = Licences(), ROOT / "Scripts/packaging/copyright"
    own = Package(
        "SPDXRef-calvaria", "calvaria", SpdxNoAssertion(), version=version, files_analyzed=False,
        license_declared=licences.read(ours)[0], license_concluded=SpdxNoAssertion(), copyright_text=SpdxNoAssertion())
    packages, relationships = [own], [Relationship("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, own.spdx_id)]

    def add(name: str, version: str, link: RelationshipType, purl: str, copyright: Path, files: str = "*", url: str | None = None):
        licence, others = licences.read(copyright, files)
        package = Package(
            "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name), name, url or SpdxNoAssertion(), version=version,
            files_analyzed=False, license_declared=licence, license_concluded=SpdxNoAssertion(), copyright_text=SpdxNoAssertion(),
            license_comment="also in its source: " + ", ".join(others) if others else None,
            external_references=[ExternalPackageRef(ExternalPackageRefCategory.PACKAGE_MANAGER, "purl", purl)])
        packages.append(package)
        relationships.append(Relationship(own.spdx_id, link, package.spdx_id))

    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        name, state = pin["identity"], pin["state"]
        place = pin["location"].removesuffix(".git")
        add(name, state["version"], RelationshipType.STATIC_LINK, f"pkg:swift/{place.removeprefix('https://')}@{state['version']}",
            ours, SWIFT_PACKAGES.get(name, name), f"git+{place}@{state['revision']}")
    swift = re.search(r"Swift version (\S+)", told("swift", "--version"))[1]
    for name in ("swift-runtime", "swift-foundation-icu"):
        add(name, swift, RelationshipType.DEPENDS_ON, f"pkg:generic/{name}@{swift}", ours, name)
    for name, package in COMPILED_IN.items():
        add(package, installed(package), RelationshipType.STATIC_LINK, debian(package), ours, name)
    needed = set(re.findall(r"NEEDED\s+(\S+)", told("objdump", "-p", program)))
    libraries = dict(re.findall(r"(\S+) => (/\S+)", told("ldd", program)))
    owners = owning(libraries)
    direct = {package for library, package in owners.items() if library in needed}
    for package in sorted(set(owners.values())):
        link = RelationshipType.DYNAMIC_LINK if package in direct else RelationshipType.DEPENDS_ON
        add(package, installed(package), link, debian(package), Path("/usr/share/doc", package, "copyright"))
    document = Document(
        CreationInfo(
            "SPDX-2.3", "SPDXRef-DOCUMENT", f"calvaria-{version}", f"https://calvaria.invalid/sbom/{version}-{commit()}",
            [Actor(ActorType.TOOL, "Scripts/sbom.py")], committed(), data_license="CC0-1.0"),
        packages, relationships=relationships, extracted_licensing_info=list(licences.extracted.values()))
    faults = validate_full_spdx_document(document)
    for fault in faults:
        print(fault.validation_message, file=sys.stderr)
    if faults:
        return 1
    output.parent.mkdir(parents=True, exist_ok=True)
    write_document_to_file(document, str(output), validate=False)
    unknown = [package.name for package in packages if isinstance(package.license_declared, SpdxNoAssertion)]
    print(f"{output}: {len(packages)} packages, {len(direct)} of Debian linked, {len(set(owners.values()) - direct)} behind them; "
          f"licence not read: {', '.join(unknown) or 'none'}")
    return 0


def told(*words) -> str:
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def commit() -> str:
    return told("git", "-C", ROOT, "rev-parse", "--short", "HEAD").strip()


def committed() -> datetime:
    """The time of the last commit: the same sources make the same list."""
    return datetime.fromtimestamp(int(told("git", "-C", ROOT, "log", "-1", "--format=%ct")), UTC).replace(tzinfo=None)


def owning(libraries: dict[str, str]) -> dict[str, str]:
    """The Debian package of each library but the Swift runtime's; the loader says /lib where the package has /usr/lib, or the
    reverse."""
    real = {library: str(Path(path).resolve()).removeprefix("/usr") for library, path in libraries.items()}
    places = [top + path for path in real.values() for top in ("", "/usr")]
    said = subprocess.run(["dpkg-query", "--search", *places], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    packages = {path.removeprefix("/usr"): package for package, path in re.findall(r"^([^:,\s]+)\S*: (/\S+)$", said.stdout, re.M)}
    unowned = [path for path in real.values() if path not in packages and "/swift/" not in path]
    if unowned:
        sys.exit(f"sbom: no package owns {', '.join(unowned)}")
    return {library: packages[path] for library, path in real.items() if path in packages}


def installed(package: str) -> str:
    return told("dpkg-query", "--show", "--showformat=${Version}\n", package).split()[0]


def debian(package: str) -> str:
    return f"pkg:deb/debian/{package}@{installed(package).replace('+', '%2B').replace(':', '%3A')}"


if __name__ == "__main__":
    sys.exit(main())
