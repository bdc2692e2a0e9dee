# ruff: noqa: E501 - rows of tables
"""A graph of cars as RAGonite's paper describes its own: models, variants, engines, fuels, equipment.

In: a seed. Out: N-Triples. The paper shows some entities in Turtle and some as text; what it shows is kept:
the seven types, which of them a car has, identifiers and addresses, names without a label for fuels and
equipment, figures that are plain texts with their unit ("4,953 mm" as well as "1459 mm"), prices with and
without cents.
There is no ontology. All figures are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from urllib.parse import quote

THING = "http://cars.example/instance/"
TERM = "http://cars.example/ontology/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


class Engine(NamedTuple):
    """What a variant is driven by: its name, fuel, power in kW, whether all wheels are driven."""

    name: str
    fuel: str
    power: int
    all_wheels: bool


class Model(NamedTuple):
    """A model: what its variants are called after the engine, its size, its cheapest price, its engines."""

    name: str
    called: str
    year: int
    size: tuple[int, int, int, int]
    price: int
    engines: tuple[Engine, ...]
    character: str


def _engines(written: str) -> tuple[Engine, ...]:
    """Engines as they are written below: name, fuel, kW, and "x" where all wheels are driven."""
    return tuple(
        Engine(name, fuel, int(power), drive == "x")
        for name, fuel, power, drive in (one.strip().split("/") for one in written.split(","))
    )


def _model(name: str, called: str, year: int, size: str, price: int, engines: str, character: str) -> Model:
    length, width, height, wheelbase = (int(n) for n in size.split())
    return Model(name, called, year, (length, width, height, wheelbase), price, _engines(engines), character)


G, D, E, P = "gasoline", "diesel", "fullElectric", "pluginHybrid"
MODELS = (
    _model("BMW 1 Series (2024)", "{}", 2024, "4361 1800 1459 2670", 31065,
           "120 M Sport/gasoline/125/-, 123 xDrive M Sport/gasoline/160/x, 118 Sport/gasoline/115/-, 120d M Sport/diesel/120/-",
           "The compact hatchback joins agile handling with a digital cockpit"),
    _model("BMW 2 Series Coupé", "{} Coupé", 2022, "4537 1838 1390 2741", 37890,
           "220i M Sport/gasoline/135/-, 230i M Sport/gasoline/180/-, M240i xDrive/gasoline/275/x",
           "The two-door coupé stands for puristic driving pleasure with a low roof line"),
    _model("BMW 2 Series Gran Coupé", "{} Gran Coupé", 2023, "4526 1800 1420 2670", 34120,
           "218i Sport/gasoline/100/-, 220i M Sport/gasoline/131/-, 220d M Sport/diesel/140/-, M235i xDrive/gasoline/225/x",
           "The four-door coupé brings a sporting outline to the compact class"),
    _model("BMW 2 Series Active Tourer", "{} Active Tourer", 2022, "4386 1824 1576 2670", 34430,
           "218i Luxury/gasoline/100/-, 220i M Sport/gasoline/125/-, 225e xDrive M Sport/pluginHybrid/180/x, 230e xDrive Luxury/pluginHybrid/240/x",
           "The versatile family car has a sliding rear bench and an upright seating position"),
    _model("BMW 3 Series Saloon", "{} Saloon", 2023, "4713 1827 1440 2851", 40975,
           "320i M Sport/gasoline/135/-, 330e M Sport/pluginHybrid/215/-, 320d xDrive Sport/diesel/140/x, M340i xDrive/gasoline/275/x",
           "The sports saloon has set the benchmark of its class for generations"),
    _model("BMW 3 Series Saloon M models", "{} Saloon", 2023, "4794 1903 1438 2857", 84600,
           "M3 Competition/gasoline/375/-, M3 Competition xDrive/gasoline/390/x",
           "The high performance saloon brings the race track to everyday life"),
    _model("BMW 3 Series Touring", "{} Touring", 2023, "4713 1827 1450 2851", 42775,
           "320i M Sport/gasoline/135/-, 320d M Sport/diesel/140/-, 330e M Sport/pluginHybrid/215/-, 330d xDrive Sport/diesel/210/x",
           "The estate joins sportiness with space for everyday life and leisure"),
    _model("BMW 4 Series Coupé", "{} Coupé", 2024, "4770 1852 1393 2851", 46520,
           "420i M Sport/gasoline/135/-, 420d xDrive M Sport/diesel/140/x, M440i xDrive/gasoline/275/x",
           "The sporting coupé has an unmistakable front and a low centre of gravity"),
    _model("BMW 4 Series Gran Coupé", "{} Gran Coupé", 2024, "4783 1852 1442 2856", 47310,
           "420i M Sport/gasoline/135/-, 430i M Sport/gasoline/180/-, M440i xDrive/gasoline/275/x",
           "The four-door coupé offers elegance with a large tailgate"),
    _model("BMW 5 Series Saloon", "{} Saloon", 2023, "5060 1900 1515 2995", 51015,
           "520i M Sport/gasoline/153/-, 530e M Sport/pluginHybrid/220/-, 550e xDrive/pluginHybrid/360/x",
           "The business saloon is a statement of presence and digital progress"),
    _model("BMW 5 Series Touring", "{} Touring", 2024, "5060 1900 1515 2995", 56865,
           "520d M Sport/diesel/145/-, 530e M Sport/pluginHybrid/220/-, 550e xDrive/pluginHybrid/360/x",
           "The large estate carries up to 1,700 litres in comfort"),
    _model("BMW 7 Series Saloon", "{} Saloon", 2022, "5391 1950 1544 3215", 101230,
           "740d xDrive M Sport/diesel/220/x, 750e xDrive M Sport/pluginHybrid/360/x, M760e xDrive/pluginHybrid/420/x",
           "The luxury saloon combines a theatre screen in the rear with supreme comfort"),
    _model("BMW 8 Series Coupé", "{} Coupé", 2022, "4851 1902 1341 2822", 82205,
           "840i M Sport/gasoline/245/-, 840d xDrive M Sport/diesel/250/x, M850i xDrive/gasoline/390/x",
           "The luxury sports coupé captivates with racing genes and exclusivity"),
    _model("BMW i4 Gran Coupé", "{} Gran Coupé", 2024, "4783 1852 1448 2856", 51280,
           "i4 eDrive35 Sport/fullElectric/210/-, i4 eDrive40 M Sport/fullElectric/250/-, i4 M50/fullElectric/400/x",
           "The first all-electric gran coupé drives without local emissions"),
    _model("BMW i5 Saloon", "{} Saloon", 2023, "5060 1900 1505 2995", 67695,
           "i5 eDrive40 M Sport/fullElectric/250/-, i5 xDrive40 M Sport/fullElectric/290/x, i5 M60 xDrive/fullElectric/442/x",
           "The all-electric business saloon parks itself on demand"),
    _model("BMW X1", "X1 {}", 2022, "4500 1845 1642 2692", 35180,
           "sDrive20i Sport/gasoline/125/-, sDrive18d xLine/diesel/110/-, xDrive23i M Sport/gasoline/160/x, xDrive30e M Sport/pluginHybrid/240/x",
           "The compact all-rounder is ready for city streets and gravel tracks"),
    _model("BMW X2", "X2 {}", 2024, "4554 1845 1590 2692", 39995,
           "sDrive20i M Sport/gasoline/125/-, sDrive18d Sport/diesel/110/-, M35i xDrive/gasoline/221/x",
           "The sports activity coupé draws the eye with its sloping roof"),
    _model("BMW X3", "X3 {}", 2024, "4755 1920 1660 2865", 46800,
           "xDrive20/gasoline/153/x, xDrive20d/diesel/145/x, xDrive30e/pluginHybrid/220/x, M50/gasoline/293/x",
           "The mid-size all-rounder brings efficiency to every ground"),
    _model("BMW X5", "X5 {}", 2023, "4935 2004 1765 2975", 67705,
           "xDrive30d/diesel/219/x, xDrive40i/gasoline/280/x, xDrive50e/pluginHybrid/360/x, M60i xDrive/gasoline/390/x",
           "The luxurious all-rounder stands for presence and sovereignty"),
    _model("BMW X4", "X4 {}", 2024, "4751 1918 1621 2864", 53385,
           "xDrive20d M Sport/diesel/145/x, xDrive30i M Sport/gasoline/185/x, M40i/gasoline/265/x",
           "The sports activity coupé is extroverted and dynamic at first sight"),
    _model("BMW X6", "X6 {}", 2023, "4960 2004 1696 2975", 76140,
           "xDrive30d M Sport/diesel/219/x, xDrive40i M Sport/gasoline/280/x, M60i xDrive/gasoline/390/x",
           "The large sports activity coupé is dominant and athletic"),
    _model("BMW X7", "X7 {}", 2022, "5181 2000 1835 3105", 102000,
           "xDrive40d/diesel/259/x, xDrive40i/gasoline/280/x, M60i xDrive/gasoline/390/x",
           "The BMW X7 joins superior power with luxurious comfort and an expressive design"),
    _model("BMW iX", "iX {}", 2021, "4953 1967 1696 3000", 70985,
           "xDrive40/fullElectric/240/x, xDrive50/fullElectric/385/x, M60/fullElectric/455/x",
           "The technology flagship was made for electric driving from the first line"),
    _model("BMW iX1", "iX1 {}", 2023, "4500 1845 1616 2692", 46205,
           "eDrive20 Sport/fullElectric/150/-, xDrive30 M Sport/fullElectric/230/x",
           "The compact all-electric car goes its own way without compromise"),
    _model("BMW iX3", "{}", 2021, "4734 1891 1668 2864", 65160,
           "iX3 M Sport/fullElectric/210/-, iX3 M Sport Pro/fullElectric/210/-",
           "The all-electric all-rounder gives a clear view of what is to come"),
    _model("BMW Z4 Roadster", "{} Roadster", 2023, "4324 1864 1304 2470", 45000,
           "Z4 sDrive20i M Sport/gasoline/145/-, Z4 M40i/gasoline/250/-",
           "The open two-seater takes you back to the heart of driving"),
)  # fmt: skip

EQUIPMENT = (
    "Automatic air conditioning", "Automatic climate control with 2-zone control",
    "Automatic climate control with 4-zone control", "LED headlights and LED rear lights",
    "Adaptive LED headlights incl. high-beam assistant", "Ambient interior lighting", "Acoustic glazing",
    "Adaptive 2-axle air suspension", "HiFi loudspeaker system", "Cruise control with brake function",
    "Driving Assistant", "Parking Assistant incl. rear-view camera", "Sports leather steering wheel",
    "Steptronic Sport transmission", "Panorama glass roof", "Illuminated door sill trims", "Comfort access",
    "Light alloy wheels, 18 inch", "Light alloy wheels, 19 inch", "Light alloy wheels, 21 inch",
    "Connected Package Professional", "Live Cockpit Plus with navigation", "Live Cockpit Professional",
    "Personal eSIM", "Satin aluminium roof rails", "Heated front seats", "Sport seats for driver and front passenger",
    "Comfort seats with memory, front", "Folding rear seat back, 40:20:40 divisible", "Automatic tailgate operation",
    "Rain sensor and automatic headlight activation", "M Sport suspension", "M Sport brake with blue callipers",
    "M aerodynamics package", "M leather steering wheel", "Instrument panel in Sensafin", "Wireless charging tray",
    "Active Guard with lane departure warning", "Park Distance Control, front and rear", "Tyre pressure display",
    "Storage compartment package", "Split rear window opening separately", "Sliding rear bench",
    "Flexible charging cable", "Acoustic pedestrian protection", "Teleservices", "Interior mirror with dimming",
    "Anthracite headliner", "High-gloss Shadowline trim", "Variable sport steering",
)  # fmt: skip
ACCESSORIES = (
    "roof box 520, black/titanium silver", "clothes hanger, travel & comfort system", "floor mats, all-weather",
    "luggage compartment mat", "rear bicycle carrier Pro", "snow chain comfort", "dog guard", "car cover, outdoor",
    "complete winter wheel, V-spoke style 750", "complete winter wheel, Y-spoke style 752", "key case, leather",
    "child seat Junior 2/3", "tablet holder", "ski and snowboard holder", "sunshade, rear window", "wallbox Plus",
    "door projectors", "roof rack", "cool bag", "interior camera, Advanced Car Eye",
)  # fmt: skip
HIGHLIGHTS = (
    "Comfort highlight: 6 seats", "Comfort highlight: Automatic climate control with 5-zone control",
    "Comfort highlight: Bowers & Wilkins diamond surround sound system", "Comfort highlight: Massage seats",
    "Comfort highlight: Electrically opening luggage compartment", "Comfort highlight: Heat comfort package",
    "Innovative highlight: Operating system 8", "Innovative highlight: Operating system 9",
    "Innovative highlight: Curved display", "Innovative highlight: Smartphone integration",
    "Innovative highlight: Digital key plus", "Innovative highlight: Motorway assistant up to 130 km/h",
    "Innovative highlight: Augmented view in the head-up display", "Innovative highlight: Parking by smartphone",
    "Innovative highlight: Fast charging with up to 205 kW", "Innovative highlight: Adaptive recuperation",
    "Innovative highlight: Theatre screen with 31 inch", "Innovative highlight: Iconic sounds electric",
    "Innovative highlight: 48-volt mild hybrid technology", "Innovative highlight: Active cruise lane change",
    "Interior design highlight: Glass application CraftedClarity", "Interior design highlight: Interaction bar",
    "Interior design highlight: Spacious and comfortable rear", "Interior design highlight: Floating centre console",
    "Interior design highlight: Aesthetics and technology in the cockpit",
    "Exterior design highlight: Illuminated kidney grille", "Exterior design highlight: Flush door handles",
    "Exterior design highlight: Frameless doors", "Exterior design highlight: Wide wheel arches",
    "Exterior design highlight: Carbon fibre roof", "Exterior design highlight: Individual paint finishes",
)  # fmt: skip
COLOURS = ("jet black", "reflex silver", "frozen grey", "bicolour")
SIZES = ("17", "18", "19", "20", "21", "22")
SPOKES = ("double-spoke", "star-spoke", "V-spoke", "Y-spoke", "multi-spoke", "aerodynamic")
TRANSMISSIONS = {
    True: ("8-speed Steptronic Sport", "8-speed Steptronic"),
    False: ("7-speed Steptronic with double clutch", "8-speed Steptronic"),
    None: ("single-speed automatic",),
}


def lines(seed: int = 11) -> Iterator[str]:
    """The triples of the cars."""
    made = _Cars(Random(seed))  # noqa: S311 - made-up cars
    return iter(dict.fromkeys(made.lines()))


class _Cars:
    def __init__(self, random: Random) -> None:
        self.random = random

    def lines(self) -> Iterator[str]:
        for fuel in (G, D, E, P):
            yield from self.named("fuel-type/" + fuel, ("FuelType",), fuel)
        for model in MODELS:
            yield from self.model(model)

    def named(self, path: str, classes: tuple[str, ...], name: str) -> Iterator[str]:
        for cls in classes:
            yield _edge(path, TYPE, TERM + cls)
        yield _text(path, "name", name)

    def car(self, path: str, classes: tuple[str, ...], name: str) -> Iterator[str]:
        yield from self.named(path, classes, name)
        yield f"<{THING}{path}> <{LABEL}> {_quoted(name)} ."
        yield _text(path, "identifier", path.rpartition("/")[2])

    def model(self, model: Model) -> Iterator[str]:
        path = _path(model.name)
        yield from self.car(path, ("Car", "CarModel", "Product", "Vehicle"), model.name)
        yield _text(path, "url", f"https://cars.example/en/all-models/{path}/{model.year}/highlights.html")
        yield _text(path, "price", f"{model.price}.00")
        yield _text(path, "vehicleModelDate", str(model.year))
        yield _text(path, "description", model.character + ".")
        for fuel in dict.fromkeys(engine.fuel for engine in model.engines):
            yield _edge(path, TERM + "fuelType", THING + "fuel-type/" + fuel)
        equipment = [*self.random.sample(EQUIPMENT[5:], 8), self.wheel("Light alloy wheels")]
        equipment += self.random.sample(EQUIPMENT[:3], 1) + self.random.sample(EQUIPMENT[3:5], 1)
        yield from self.equipped(path, "standardEquipment", "equipment", equipment)
        wheels = [self.wheel("complete winter wheel"), self.wheel("complete summer wheel")]
        wheels.append(self.wheel("light alloy wheel") + ", " + self.random.choice(COLOURS))
        yield from self.equipped(
            path, "accessory", "accessory", [*self.random.sample(ACCESSORIES, 3), *wheels]
        )
        electric = model.engines[0].fuel == E
        offered = [h for h in HIGHLIGHTS if electric or not ("charging" in h or "electric" in h)]
        yield from self.equipped(path, "innovativeHighlight", "highlight", self.random.sample(offered, 5))
        price = model.price
        for engine in model.engines:
            yield from self.variant(model, engine, price)
            price += self.random.randrange(12, 60) * 100 + engine.power * 8

    def wheel(self, kind: str) -> str:
        inch, spokes = self.random.choice(SIZES), self.random.choice(SPOKES)
        return f"{kind}, {inch} inch, {spokes} style {self.random.randrange(300, 999)}"

    def equipped(self, path: str, term: str, kind: str, names: list[str]) -> Iterator[str]:
        for name in dict.fromkeys(names):
            thing = f"{kind}/{quote(name, safe='')}"
            yield from self.named(thing, ("Equipment",), name)
            yield _edge(path, TERM + term, THING + thing)

    def variant(self, model: Model, engine: Engine, price: int) -> Iterator[str]:
        name = "BMW " + model.called.format(engine.name)
        path = "variant/" + _path(name)
        yield from self.car(path, ("Car", "Product", "Vehicle"), name)
        yield _text(path, "price", str(price))
        yield _edge(path, TERM + "isVariantOf", THING + _path(model.name))
        yield _edge(path, TERM + "fuelType", THING + "fuel-type/" + engine.fuel)
        yield _edge(path, TERM + "engineSpecification", THING + "variant/engine/" + _path(name))
        lower = self.random.choice((0, 0, 5, 10)) if "Sport" in name else 0
        for term, size in zip(("length", "width", "height", "wheelbase"), model.size, strict=True):
            yield _text(path, term, self.figure(size - (lower if term == "height" else 0), "mm"))
        yield _text(path, "payload", self.figure(self.random.randrange(440, 660, 5), "kg"))
        yield from self.engine(_path(name), model, engine)

    def engine(self, name: str, model: Model, engine: Engine) -> Iterator[str]:
        path = "variant/engine/" + name
        yield _edge(path, TYPE, TERM + "EngineSpecification")
        yield _text(path, "name", name)
        yield _text(path, "maximumPower", self.figure(engine.power, "kW"))
        weight = model.size[0] * model.size[1] * model.size[2] / 7_200_000
        seconds = 3.0 + 0.38 * weight / engine.power + self.random.uniform(-0.2, 0.2)
        yield _text(path, "accelerationTime", f"{seconds:.1f} s")
        yield _text(path, "topSpeed", self.figure(min(250, 180 + engine.power // 4), "km/h"))
        yield _text(path, "driveWheelConfiguration", _drive(model, engine))
        kinds = TRANSMISSIONS[None if engine.fuel == E else engine.all_wheels]
        yield _text(path, "vehicleTransmission", self.random.choice(kinds))
        if engine.fuel in (G, D):
            emitted = 95 + int(weight / 26) + engine.power // 5 + self.random.randrange(8)
            yield _text(path, "combinedCO2Emissions", self.figure(emitted, "g/km"))
            yield _text(path, "fuelConsumption", f"{emitted / 24:.1f} l/100km")
            return
        if engine.fuel == P:
            yield _text(path, "combinedCO2Emissions", self.figure(self.random.randrange(14, 32), "g/km"))
        else:
            yield _text(path, "combinedCO2Emissions", self.figure(0, "g/km"))
            yield _text(path, "electricRange", self.figure(self.random.randrange(380, 620, 2), "km"))
        yield _text(path, "chargingTime", self.figure(self.random.randrange(120, 500, 15), "min"))

    def figure(self, number: int, unit: str) -> str:
        """A number with its unit, its thousands parted or not, as both occur in the paper."""
        return f"{number:,} {unit}" if self.random.random() < 0.5 else f"{number} {unit}"


def _drive(model: Model, engine: Engine) -> str:
    if engine.all_wheels:
        return "all-wheel drive"
    compact = model.size[3] < 2700 and "Z4" not in model.name
    return "front-wheel drive" if compact else "rear-wheel drive"


def _path(name: str) -> str:
    """A name as it stands in an address: "bmw-220i-m-sport-gran-coupé"."""
    return name.lower().replace(" ", "-")


def _edge(path: str, term: str, other: str) -> str:
    return f"<{THING}{path}> <{term}> <{other}> ."


def _text(path: str, term: str, text: str) -> str:
    return f"<{THING}{path}> <{TERM}{term}> {_quoted(text)} ."


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
